import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { Scenario } from './scenarios.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Outcome } from './simulate.ts';

/** Each scenario with its outcome. */
export type Outcomes = readonly (readonly [Scenario, Outcome])[];
export type Kind = keyof typeof SCENARIOS;
/** What all scenarios led to. */
export type Simulations = Readonly<Record<Kind, Outcomes>>;

const visits = v.array(v.number());
const OutcomesSchema = v.array(v.object({ streams: v.number(), ended: visits, noWorse: visits }));

const MAIN = join(import.meta.dirname, 'simulate-kind.ts');

const EXTENTS = ['whole', 'quick', 'sample'] as const;
/**
 * How much is simulated: the whole are 10,000 canaries of each scenario without a difference, and 2,000 of each other
 * one; quick is the whole of the quick scenarios and a sample of the others.
 */
type Extent = (typeof EXTENTS)[number];
const SAMPLE = 0.01;

export const isExtent = (name: string | undefined): name is Extent => EXTENTS.some((extent) => extent === name);

/** The share of the canaries of a scenario. */
export const getShare = ({ isQuick = false }: Scenario, extent: Extent): number =>
  extent === 'whole' || (isQuick && extent === 'quick') ? 1 : SAMPLE;

async function run(kind: Kind, extent: Extent): Promise<Outcomes> {
  const child = spawn(process.execPath, [MAIN, kind, extent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`The simulation of ${kind} failed.`);
  const outcomes = parseInput(`the outcomes of ${kind}`, OutcomesSchema, JSON.parse(output));
  return SCENARIOS[kind].flatMap((scenario, index) => {
    const outcome = outcomes[index];
    return outcome ? [[scenario, outcome] as const] : [];
  });
}

/** Runs all scenarios, in processes of their own: two at a time, and several times as fast as in Jest's sandbox. */
export async function simulateAll(extent: Extent): Promise<Simulations> {
  const [healthy, [dependent, forged, worse, noWorse]] = await Promise.all([
    run('healthy', extent),
    (async () =>
      [
        await run('dependent', extent),
        await run('forged', extent),
        await run('worse', extent),
        await run('noWorse', extent),
      ] as const)(),
  ]);
  return { healthy, dependent, forged, worse, noWorse };
}
