import type { Item } from "./item";
import fs = require("fs");
export type { Cart } from "./cart";
export function get(key: string): string;
export function get(key: number): number;
/** Return the value of a key. */
export function get(key: any) {
  return key as Item;
}
export const wrap = <T,>(value: T): T[] => [value];
const table = { a: 1, run() {} } satisfies Table;
function isItem(x: unknown): x is Item { return x instanceof Item; }
function check(this: Window, { a, b }: Props): asserts a is string {}
