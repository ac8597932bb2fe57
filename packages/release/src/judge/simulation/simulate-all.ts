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

const MAIN = join(import.meta.dirname, 'main.ts');

async function run(kind: Kind, share: number): Promise<Outcomes> {
  const child = spawn(process.execPath, [MAIN, kind, String(share)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`The simulation of ${kind} failed.`);
  const outcomes = parseInput(`the outcomes of ${kind}`, OutcomesSchema, JSON.parse(output));
  return SCENARIOS[kind].flatMap((scenario, index) => {
    const outcome = outcomes[index];
    return outcome ? [[scenario, outcome] as const] : [];
  });
}

/**
 * Runs all scenarios, in processes of their own: two at a time, and several times as fast as in Jest's sandbox.
 * @param share How much of the whole is run: 10,000 canaries for each scenario without a difference, 2,000 for each other one
 */
export async function simulateAll(share: number): Promise<Simulations> {
  const [healthy, [dependent, worse, noWorse]] = await Promise.all([
    run('healthy', share),
    (async () => [await run('dependent', share), await run('worse', share), await run('noWorse', share)] as const)(),
  ]);
  return { healthy, dependent, worse, noWorse };
}
