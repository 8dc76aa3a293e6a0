import { wrongField } from "../codes.js";
import { gdaError, type GdaError } from "../error.js";

/**
 * Holds a value of unknown shape against a type. `at` says where the value stands, as in
 * `variants[0].chunk`; what does not fit is thrown as GDA7104. A field that is left out arrives as
 * `undefined`.
 */
export type Check<T> = (value: unknown, at: string) => asserts value is T;

type Checks<T> = { readonly [K in keyof T]-?: Check<T[K]> };

export function wrong(field: string, problem: string): GdaError {
  return gdaError(wrongField, { field, problem });
}

export const text: Check<string> = (value, at) => {
  if (typeof value !== "string") throw wrong(at, "is not a text");
};

export const finite: Check<number> = (value, at) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(at, "is not a number");
};

/** A number that counts something: whole, from 0 up. */
export const whole: Check<number> = (value, at) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    throw wrong(at, "is not a whole number from 0 up");
  }
};

export const positive: Check<number> = (value, at) => {
  whole(value, at);
  if (value === 0) throw wrong(at, "is 0");
};

/** One of these values. */
export function oneOf<const T extends string | number>(...values: readonly T[]): Check<T> {
  return (value, at) => {
    if (!values.some((known) => known === value)) {
      throw wrong(at, `is not one of ${values.join(", ")}`);
    }
  };
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value, at) => {
    if (value !== undefined) check(value, at);
  };
}

export function list<T>(check: Check<T>): Check<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw wrong(at, "is not a list");
    value.forEach((item: unknown, i) => {
      check(item, `${at}[${i}]`);
    });
  };
}

/** An object whose keys are names. */
export function record<T>(check: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value, at) => {
    object(value, at);
    for (const [key, item] of Object.entries(value)) check(item, at === "" ? key : `${at}.${key}`);
  };
}

/** An object with these fields; others are left alone, so that later versions may add some. */
export function fields<T>(checks: Checks<T>): Check<T> {
  return (value, at) => {
    object(value, at);
    for (const [key, item] of Object.entries<Check<unknown>>(checks)) {
      const check: Check<unknown> = item;
      check(Object.hasOwn(value, key) ? value[key] : undefined, at === "" ? key : `${at}.${key}`);
    }
  };
}

function object(value: unknown, at: string): asserts value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(at === "" ? "manifest" : at, "is not an object");
  }
}
