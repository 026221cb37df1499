import fail, { DepotError } from "./errors";
import { Bolt, Crate, parseAll } from "./parts";
import * as store from "./store";
import { Report, Short, TITLE, type View } from "@views/report";

interface Options {
  texts: string[];
  short: boolean;
}

const defaults: Options = { texts: ["wheel:3"], short: false };

function collect(options: Options): View {
  const stock = new store.Stock();
  const ledger = new store.Ledger();
  for (const text of options.texts) {
    const part = stock.receive(text, "a");
    ledger.enter("anna", part);
  }
  const crate = new Crate("box", 2);
  crate.add(new Bolt("m8", 5)).add(stock.shelf("a").take("wheel"));
  ledger.enter("jan", crate);
  if (crate.grams() < 0) fail(crate.describe());
  return options.short ? new Short(stock, ledger) : new Report(stock, ledger);
}

export function main(texts: string[]): string {
  const options: Options = { ...defaults, texts: texts.length ? texts : defaults.texts };
  try {
    const view = collect(options);
    return `${TITLE}\n${view.render()}`;
  } catch (error) {
    if (error instanceof DepotError) return error.explain();
    throw error;
  }
}

export function weigh(texts: string[]): number {
  const collect = parseAll(texts); // hides the function of that name
  return collect.reduce((sum, part) => sum + part.grams(), 0);
}
