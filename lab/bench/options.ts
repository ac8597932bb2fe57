import { parseArgs } from 'node:util';
import { PlainError } from '@portal/node-kit/plain-error';
import type { PageName } from './pages.ts';
import { PAGES } from './pages.ts';
import type { VariantName } from './variants.ts';
import { VARIANTS } from './variants.ts';

export interface BenchOptions {
  readonly full: boolean;
  readonly rounds: number;
  readonly variants: readonly VariantName[];
  readonly pages: readonly PageName[];
  /** Whether the results are written into docs/benchmarks.md. */
  readonly write: boolean;
}

const QUICK_VARIANTS: readonly VariantName[] = ['usual', 'like the portal', 'portal'];
const QUICK_ROUNDS = 5;
const FULL_ROUNDS = 9;

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table) as Key[];
}

/** Reads the words after `npm run bench --`. @throws {PlainError} naming what is wrong. */
export function readBenchOptions(words: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      full: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      pages: { type: 'string' },
    },
  });
  const { full, write } = values;
  // The page has one set of conditions, and everything in it was measured under them.
  if (write && !full) throw new PlainError('--write needs --full: docs/benchmarks.md has all variants and pages.');
  const rounds = values.rounds === undefined ? (full ? FULL_ROUNDS : QUICK_ROUNDS) : Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new PlainError('--rounds has to be a whole number above 0.');
  const known = keysOf(PAGES);
  const named = values.pages?.split(',') ?? (full ? known : ['settings']);
  const pages = known.filter((page) => named.includes(page));
  if (pages.length !== named.length)
    throw new PlainError(`--pages has to be one of, or several of: ${known.join(',')}.`);
  return { full, rounds, variants: full ? keysOf(VARIANTS) : QUICK_VARIANTS, pages, write };
}
