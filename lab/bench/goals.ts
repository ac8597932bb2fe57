import type { Measure, Results, Temperature } from './results.ts';
import type { PageName } from './pages.ts';
import type { Spread } from './statistics.ts';
import type { VariantName } from './variants.ts';
import { VARIANTS } from './variants.ts';

/** A line of the table of goals. */
export interface Judged {
  readonly what: string;
  readonly limit: number;
  /** Whether the limit is the least that is wanted. */
  readonly atLeast: boolean;
  readonly value: Spread;
}

export const isMet = ({ value, limit, atLeast }: Judged): boolean =>
  atLeast ? value.median >= limit : value.median <= limit;

/** What the portal wants to be, beside another variant or alone. */
interface Goal {
  readonly what: string;
  readonly page: PageName;
  readonly temperature: Temperature;
  /** The variant that is compared. */
  readonly of: VariantName;
  /** The ratio to this variant counts; without it, the value itself. */
  readonly against?: VariantName;
  readonly measure: Measure;
  readonly limit: number;
  readonly atLeast?: boolean;
}

const content: Measure = (visit) => visit.content;
const portal = { of: 'portal' } as const;
const rows = { ...portal, what: '`/settings`: rows', page: 'settings', measure: content } as const;

const GOALS: readonly Goal[] = [
  { ...rows, temperature: 'cold', against: 'usual', limit: 0.55 },
  { ...rows, temperature: 'cold', against: 'preloaded', limit: 0.6 },
  { ...rows, temperature: 'cold', against: 'like the portal', limit: 0.65 },
  { ...rows, temperature: 'warm', against: 'usual', limit: 0.65 },
  { ...rows, temperature: 'warm', against: 'preloaded', limit: 0.7 },
  { ...rows, temperature: 'warm', against: 'like the portal', limit: 0.75 },
  {
    ...portal,
    what: '`/privacy-policy`: text',
    page: 'privacy-policy',
    temperature: 'cold',
    against: 'usual',
    measure: content,
    limit: 0.45,
  },
  ...(['settings', 'account', 'privacy-policy'] as const).map((page) => ({
    ...portal,
    what: `\`/${page}\`: first click answered`,
    page,
    temperature: 'cold' as const,
    against: 'like the portal' as const,
    measure: (visit: Parameters<Measure>[0]) => visit.answered,
    limit: 1.05,
  })),
  {
    ...portal,
    what: '`/settings`: first paint',
    page: 'settings',
    temperature: 'cold',
    against: 'usual',
    measure: (visit) => visit.firstPaint,
    limit: 0.45,
  },
  ...(['settings', 'account', 'privacy-policy'] as const).map((page) => ({
    ...portal,
    what: `\`/${page}\`: layout shift`,
    page,
    temperature: 'cold' as const,
    measure: (visit: Parameters<Measure>[0]) => visit.shift,
    limit: 0.02,
  })),
  {
    what: '`/settings`: rows',
    page: 'settings',
    temperature: 'cold',
    of: 'federated',
    against: 'portal',
    measure: content,
    limit: 2,
    atLeast: true,
  },
  {
    ...portal,
    what: '`/settings`: bytes of script',
    page: 'settings',
    temperature: 'cold',
    against: 'usual',
    measure: ({ loaded }) => loaded.script.bytes,
    limit: 1,
  },
];

function describeGoal({ what, temperature, of, against }: Goal): string {
  const ratio = against ? `, (${VARIANTS[of].letter}) / (${VARIANTS[against].letter})` : '';
  return `${what}, ${temperature}${ratio}`;
}

/** The goals for visits that this run has measured. */
export function judgeVisits(results: Results): readonly Judged[] {
  return GOALS.filter(({ page, temperature, of, against = of }) =>
    [of, against].every((variant) => results.has({ page, temperature, variant })),
  ).map((goal) => {
    const { page, temperature, of, against, measure, limit, atLeast = false } = goal;
    const key = { page, temperature, variant: of };
    const value = against ? results.ratio(key, against, measure) : results.spread(key, measure);
    return { what: describeGoal(goal), limit, atLeast, value };
  });
}

/** The goal for the way to another page. */
export function judgeNavigation(results: Results): readonly Judged[] {
  const value = results.extraRatio('to the account by cable and pointer', 'portal', 'usual');
  return value
    ? [{ what: '`/settings` → `/account`, cable, pointer on the link, (c) / (a)', limit: 0.6, atLeast: false, value }]
    : [];
}
