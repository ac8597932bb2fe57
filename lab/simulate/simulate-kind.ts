/** `node simulate-kind.ts KIND EXTENT` prints the outcomes of the scenarios of one kind as JSON. */
import { SCENARIOS, STREAMS } from './scenarios.ts';
import type { Kind } from './simulate-all.ts';
import { isExtent, getShare } from './simulate-all.ts';
import { simulate } from './simulate.ts';

const [kind, extent] = process.argv.slice(2);
const isKind = (name: string | undefined): name is Kind => name !== undefined && Object.hasOwn(SCENARIOS, name);
if (!isKind(kind) || !isExtent(extent))
  throw new Error(`There is no kind ${String(kind)}, or no extent ${String(extent)}.`);
const outcomes = SCENARIOS[kind].map((scenario) =>
  simulate(scenario, Math.ceil(STREAMS[kind] * getShare(scenario, extent))),
);
console.log(JSON.stringify(outcomes));
