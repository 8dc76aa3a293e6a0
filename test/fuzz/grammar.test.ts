import fc from "fast-check";

// The same properties as in every test run, over far more cases.
fc.configureGlobal({ numRuns: 20_000 });
await import("../grammar/properties.test.js");
