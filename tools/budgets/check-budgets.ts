import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { Sizes } from './module-sizes.ts';
import type { Measured } from './read-build.ts';

const SizesSchema = v.record(v.string(), v.number());
/** Part or page -> kind -> bytes on the network. */
const BudgetsSchema = v.record(v.string(), SizesSchema);
/** Part or page -> kind -> module -> bytes. */
const ListedSchema = v.record(v.string(), v.record(v.string(), SizesSchema));

type Budgets = v.InferOutput<typeof BudgetsSchema>;
export type Listed = v.InferOutput<typeof ListedSchema>;

/** People write it: what visitors may have to load. */
const BUDGETS_FILE = join(import.meta.dirname, 'budgets.json');
/** `npm run budgets -- --write` writes it: what parts and pages consist of. */
export const LISTED_FILE = join(import.meta.dirname, 'listed-sizes.json');

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
export const readBudgets = (): Budgets => parseInput(BUDGETS_FILE, BudgetsSchema, readJson(BUDGETS_FILE));
export const readListed = (): Listed => parseInput(LISTED_FILE, ListedSchema, readJson(LISTED_FILE));

/** How many modules of a part are listed: the largest ones. */
const MOST_LISTED = 25;

/** The largest of `sizes`, to be listed. */
export function largest(sizes: Sizes): Sizes {
  const sorted = Object.entries(sizes).toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  return Object.fromEntries(sorted.slice(0, MOST_LISTED));
}

const NAMED = 5;
const bytes = (count: number) => `${count.toLocaleString('en')} bytes`;

/** What has grown most since the list was written, one line each. */
function describeGrowth(now: Sizes, listed: Sizes): readonly string[] {
  const all = Object.values(listed);
  // What is not on a full list was smaller than the smallest that is.
  const unlisted = all.length < MOST_LISTED ? 0 : Math.min(...all);
  return Object.entries(now)
    .map(([module, size]) => ({ module, size, before: listed[module] ?? Math.min(size, unlisted) }))
    .filter(({ size, before }) => size > before)
    .toSorted((a, b) => b.size - b.before - (a.size - a.before))
    .slice(0, NAMED)
    .map(({ module, size, before }) => `  ${module}: ${bytes(before)} before, ${bytes(size)} now (before compression)`);
}

/** The budget of a part that has none of its own, such as a new remote. */
const ANY_PART = 'any other part';

/** One message for each budget of `name`, a part or a page, that is exceeded. */
export function checkBudgets(name: string, measured: Measured, budgets: Budgets, listed: Listed): readonly string[] {
  return Object.entries(measured.bytes).flatMap(([kind, size]) => {
    const budget = (budgets[name] ?? budgets[ANY_PART])?.[kind] ?? 0;
    if (size <= budget) return [];
    const what = name.startsWith('/')
      ? `The ${kind === 'page' ? 'page' : `${kind} of`} ${name} has`
      : `The ${kind} of ${name} have`;
    return [
      [
        `${what} ${bytes(size)}, ${bytes(size - budget)} more than their budget of ${bytes(budget)}. What has grown most:`,
        ...describeGrowth(measured.contents[kind] ?? {}, listed[name]?.[kind] ?? {}),
        'Make it smaller, or give the reason for a larger budget where you change tools/budgets/budgets.json.',
      ].join('\n'),
    ];
  });
}
