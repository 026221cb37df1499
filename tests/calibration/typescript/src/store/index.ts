export { Shelf, Stock } from "./shelf";
export type { Listener } from "./shelf";
export * from "./ledger";
