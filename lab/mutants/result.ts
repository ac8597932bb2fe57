import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { MUTANTS } from './mutants.ts';
import { LANES } from './outcome.ts';

const ResultSchema = v.object({
  id: v.string(),
  outcome: v.picklist(['died', 'survived', 'error']),
  /** Where it died. */
  lane: v.optional(v.picklist(LANES)),
  /** The test that failed, or why none could run. */
  by: v.optional(v.string()),
  message: v.optional(v.string()),
  seconds: v.number(),
});
/** What became of a mutant. */
export type Result = v.InferOutput<typeof ResultSchema>;

/** A result for people. */
export const formatLine = ({ id, outcome, lane, by = '', message = '', seconds }: Result) =>
  [
    `${outcome.padEnd(8)} ${(lane ?? '').padEnd(4)} ${id} (${seconds} s) ${by}`,
    ...message.split('\n').filter(Boolean),
  ].join('\n    ');

/** Writes results into a file, beside those that it has of other mutants. */
export function keep(file: string | undefined, results: readonly Result[]): void {
  if (file === undefined) return;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '[]';
  const earlier = parseInput(file, v.array(ResultSchema), JSON.parse(text));
  const all = new Map([...earlier, ...results].map((result) => [result.id, result]));
  const sorted = MUTANTS.flatMap(({ id }) => all.get(id) ?? []);
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}
