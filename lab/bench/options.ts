import { parseArgs } from 'node:util';
import { PlainError } from '@portal/node-kit/plain-error';
import type { PageName } from './pages.ts';
import { PAGES } from './pages.ts';
import type { VariantName } from './variants.ts';
import { VARIANTS } from './variants.ts';

export interface BenchOptions {
  /** Whether the time of those who work on the portal is measured, in place of visits. */
  readonly development: boolean;
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

function getKeys<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table) as Key[];
}

/**
 * The names of an option, in the order of `known`; undefined without the option. @throws {PlainError} for a name that
 * is not known.
 */
function chosen<Name extends string>(
  option: string,
  names: string | undefined,
  known: readonly Name[],
): readonly Name[] | undefined {
  if (names === undefined) return undefined;
  const named = names.split(',');
  const found = known.filter((name) => named.includes(name));
  if (found.length !== named.length)
    throw new PlainError(`--${option} has to be one of, or several of: ${known.join(',')}.`);
  return found;
}

/** Reads the words after `npm run lab -- bench`. @throws {PlainError} naming what is wrong. */
export function readBenchOptions(words: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      development: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      pages: { type: 'string' },
      variants: { type: 'string' },
    },
  });
  const { development, full, write } = values;
  if (development && (full || values.pages !== undefined || values.variants !== undefined))
    throw new PlainError('--development measures no visits: of the others, it takes --rounds alone.');
  // The page has one set of conditions, and everything in it was measured under them.
  if (write && !full) throw new PlainError('--write needs --full: docs/benchmarks.md has all variants and pages.');
  if (write && values.variants !== undefined) throw new PlainError('--write and --variants exclude each other.');
  const rounds = values.rounds === undefined ? (full ? FULL_ROUNDS : QUICK_ROUNDS) : Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new PlainError('--rounds has to be a whole number above 0.');
  const pages = chosen('pages', values.pages, getKeys(PAGES)) ?? (full ? getKeys(PAGES) : ['settings']);
  const variants =
    chosen('variants', values.variants, getKeys(VARIANTS)) ?? (full ? getKeys(VARIANTS) : QUICK_VARIANTS);
  return { development, full, rounds, variants, pages, write };
}
