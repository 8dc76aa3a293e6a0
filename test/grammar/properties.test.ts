import { test } from "vitest";
import { properties } from "./properties.js";

test.each(properties)("$name", ({ check }) => check(300));
