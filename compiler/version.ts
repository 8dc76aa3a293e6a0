/** The version of the compiler: that of the npm package, which a test compares. */
export const version = "0.1.0";
