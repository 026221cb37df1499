export namespace Shop.Carts {
  export const limit = 3;
  function hidden() { const local = 1; }
  export namespace Deep { let inner = 2; }
}
declare module "legacy" {
  export function load(path: string): void;
  const version: string;
}
declare global {
  interface Window { shop: Shop; }
  var debug: boolean;
}
declare function ambient(x: number): void;
export declare let flag: string;
