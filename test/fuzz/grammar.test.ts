import { test } from "vitest";
import { properties } from "../grammar/properties.js";

test.each(properties)("$name", ({ check }) => check(20_000));
