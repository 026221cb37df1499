/** How a thing is named. */
export type Id<T = string> = string | number | Map<string, T[]>;
export interface Shape extends Base, ns.Other<Item> {
  readonly name: string;
  area?(x: number): number;
  get size(): number;
  onChange: (shape: Shape) => void;
  [key: string]: unknown;
}
export enum Color { Red, Green = "g", "dark blue" = 3 }
declare const enum Level { Low = 1 << 2 }
type Options = {
  deep: boolean;
  apply(): void;
};
type Keys = keyof Options & { [K in Color]: Id<K> };
