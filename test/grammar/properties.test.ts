import fc from "fast-check";
import { test } from "vitest";
import { mutation, soup } from "./mutations.js";
import { expectPrintable, expectSound, expectTree } from "./properties.js";
import { written } from "./write.js";

test("a text written for a tree has that tree", () => {
  fc.assert(fc.property(written, expectTree));
});

test("printing keeps trees and comments, and changes nothing twice", () => {
  fc.assert(fc.property(written, ({ text }) => expectPrintable(text)));
});

test("any characters have a tree", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), expectSound));
});

test("any words in any order have a tree", () => {
  fc.assert(fc.property(soup, expectSound));
});

test("examples with tokens exchanged have a tree", () => {
  fc.assert(fc.property(mutation, expectSound));
});
