import type { Extra, Measure, Results, Temperature } from './results.ts';
import type { PageName } from './pages.ts';
import type { Spread } from './statistics.ts';
import type { VariantName } from './variants.ts';
import { VARIANTS } from './variants.ts';

/** A line of the table of goals. */
export interface Judged {
  readonly what: string;
  readonly limit: number;
  readonly value: Spread;
}

/** As it is printed: with two decimals. */
export const isMet = ({ value, limit }: Judged): boolean => Number(value.median.toFixed(2)) <= limit;

/** What the portal wants to be, beside another variant or alone. */
interface Goal {
  readonly what: string;
  readonly page: PageName;
  readonly temperature: Temperature;
  /** The ratio to this variant counts; without it, the value itself. */
  readonly against?: VariantName;
  readonly measure: Measure;
  readonly limit: number;
}

const content: Measure = (visit) => visit.content;
const answered: Measure = (visit) => visit.answered;
const rows = { what: '`/settings`: rows', page: 'settings', measure: content } as const;
const script = { what: '`/settings`: KB of script', page: 'settings', temperature: 'cold' } as const;
const kilobytesOfScript: Measure = ({ loaded }) => loaded.script.bytes / 1000;

const firstClick = (page: PageName, temperature: Temperature, limit: number): Goal => ({
  what: `\`/${page}\`: first click answered`,
  page,
  temperature,
  against: 'like the portal',
  measure: answered,
  limit,
});

const GOALS: readonly Goal[] = [
  { ...rows, temperature: 'cold', against: 'usual', limit: 0.42 },
  { ...rows, temperature: 'cold', against: 'like the portal', limit: 0.57 },
  { ...rows, temperature: 'cold', against: 'floor', limit: 1.25 },
  { ...rows, temperature: 'warm', against: 'usual', limit: 0.52 },
  { ...rows, temperature: 'warm', against: 'like the portal', limit: 0.62 },
  {
    what: '`/privacy-policy`: text',
    page: 'privacy-policy',
    temperature: 'cold',
    against: 'usual',
    measure: content,
    limit: 0.45,
  },
  firstClick('settings', 'cold', 0.95),
  firstClick('settings', 'warm', 1),
  firstClick('account', 'cold', 0.6),
  firstClick('privacy-policy', 'cold', 1),
  {
    what: '`/settings`: first paint',
    page: 'settings',
    temperature: 'cold',
    against: 'usual',
    measure: (visit) => visit.firstPaint,
    limit: 0.29,
  },
  ...(['settings', 'account', 'privacy-policy'] as const).map((page) => ({
    what: `\`/${page}\`: layout shift`,
    page,
    temperature: 'cold' as const,
    measure: (visit: Parameters<Measure>[0]) => visit.shift,
    limit: 0,
  })),
  { ...script, against: 'usual', measure: kilobytesOfScript, limit: 1 },
  { ...script, measure: kilobytesOfScript, limit: 153 },
];

const OF: VariantName = 'portal';

const describeRatio = (against: VariantName | undefined) =>
  against ? `, (${VARIANTS[OF].letter}) / (${VARIANTS[against].letter})` : '';

/** The goals for visits that this run has measured. */
export function judgeVisits(results: Results): readonly Judged[] {
  return GOALS.filter(({ page, temperature, against = OF }) =>
    [OF, against].every((variant) => results.has({ page, temperature, variant })),
  ).map(({ what, page, temperature, against, measure, limit }) => {
    const key = { page, temperature, variant: OF } as const;
    const value = against ? results.ratio(key, against, measure) : results.spread(key, measure);
    return { what: `${what}, ${temperature}${describeRatio(against)}`, limit, value };
  });
}

/** What the portal wants of what is measured beside visits. */
const EXTRA_GOALS: readonly (Pick<Goal, 'what' | 'against' | 'limit'> & { readonly extra: Extra })[] = [
  {
    what: '`/settings` → `/account`, cable, click alone',
    extra: 'to the account by cable',
    against: 'usual',
    limit: 0.6,
  },
  {
    what: '`/settings` → `/account`, cable, pointer on the link',
    extra: 'to the account by cable and pointer',
    against: 'usual',
    limit: 0.5,
  },
  {
    what: '200 hubs: ms from a letter typed in the search to the next paint',
    extra: 'letter among 200 hubs',
    limit: 100,
  },
  { what: '200 hubs: ms from a switch to the next paint', extra: 'switch among 200 hubs', limit: 100 },
  { what: '200 hubs: ms from a sort to the next paint', extra: 'sort of 200 hubs', limit: 100 },
];

/** The goals for what this run has measured beside visits. */
export function judgeExtras(results: Results): readonly Judged[] {
  return EXTRA_GOALS.flatMap(({ what, extra, against, limit }) => {
    const value = against ? results.extraRatio(extra, OF, against) : results.extra(extra, OF);
    return value ? [{ what: `${what}${describeRatio(against)}`, limit, value }] : [];
  });
}
