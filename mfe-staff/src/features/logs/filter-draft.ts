import { LogFilterSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { LogFilter } from '../../calls/logs.ts';
import { contradictionsIn, LOG_TYPES, WHOLE_NUMBER } from './logs-address.ts';

/** What is in the fields of the filter. */
export interface FilterDraft {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly min: string;
  readonly max: string;
}

export type FilterField = keyof FilterDraft;
type FilterProblem = 'day' | 'number' | 'dayOrder' | 'sizeOrder';
export type FilterProblems = Partial<Record<FilterField, FilterProblem>>;

const textOf = (value: string | number | undefined) => (value === undefined ? '' : String(value));

export function draftOf({ type, from, to, minKb, maxKb }: LogFilter): FilterDraft {
  return { type: textOf(type), from: textOf(from), to: textOf(to), min: textOf(minKb), max: textOf(maxKb) };
}

const isDay = (text: string) => text === '' || v.is(LogFilterSchema.entries.from, text);
const isSize = (text: string) => text === '' || WHOLE_NUMBER.test(text);
const numberIn = (text: string) => (text === '' ? undefined : Number(text));

export function filterOf({ type, from, to, min, max }: FilterDraft): LogFilter {
  return {
    type: LOG_TYPES.find((known) => known === type),
    from: from || undefined,
    to: to || undefined,
    minKb: numberIn(min),
    maxKb: numberIn(max),
  };
}

/** What is wrong with the fields. `incomplete`: days of which only a part is there, which have no value. */
export function problemsOf(draft: FilterDraft, incomplete: readonly FilterField[] = []): FilterProblems {
  const problems: FilterProblems = {};
  for (const name of contradictionsIn(filterOf(draft))) problems[name] = name === 'to' ? 'dayOrder' : 'sizeOrder';
  for (const name of ['from', 'to'] as const)
    if (!isDay(draft[name]) || incomplete.includes(name)) problems[name] = 'day';
  for (const name of ['min', 'max'] as const) if (!isSize(draft[name])) problems[name] = 'number';
  return problems;
}
