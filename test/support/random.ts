export * from "../../compiler/reference/random.js";
