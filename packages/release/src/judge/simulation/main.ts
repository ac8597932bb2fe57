/** `node main.ts KIND SHARE` prints the outcomes of the scenarios of one kind as JSON. */
import { SCENARIOS, STREAMS } from './scenarios.ts';
import type { Kind } from './simulate-all.ts';
import { simulate } from './simulate.ts';

const [kind, share] = process.argv.slice(2);
const isKind = (name: string | undefined): name is Kind => name !== undefined && Object.hasOwn(SCENARIOS, name);
if (!isKind(kind)) throw new Error(`There is no kind ${String(kind)}.`);
const outcomes = SCENARIOS[kind].map((scenario) => simulate(scenario, Math.ceil(STREAMS[kind] * Number(share))));
console.log(JSON.stringify(outcomes));
