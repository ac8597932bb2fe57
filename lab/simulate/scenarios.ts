/** Visitors of a part, with a canary among them. */
export interface Scenario {
  readonly title: string;
  /** Slots until nobody looks any more. */
  readonly slots: number;
  /** Visits in a slot, of both versions, on average. */
  readonly visits: number;
  /** Web servers whose API is down at different times. */
  readonly servers?: number;
  /** The canary's share of the visitors, and that from the middle on, after it has grown. */
  readonly share: number;
  readonly laterShare?: number;
  /** Share of the visits that fail with the baseline, and with the canary. */
  readonly usual: number;
  readonly canary: number;
  /** Sometimes the API is down, whatever the version: six of ten visits fail, and loads take five times as long. */
  readonly outages?: boolean;
  /** Share of the failures that are reported later, up to six slots. */
  readonly late?: number;
  /** Share of the failures after which the same person tries again, and fails again. */
  readonly again?: number;
  /** How many times as long the canary's loads take. */
  readonly slower?: number;
  /** The slot from which on the canary is worse; visits are counted from then on. */
  readonly turns?: number;
  /** In this slot so many networks report a failure of the canary that never was, each one. */
  readonly forged?: { readonly networks: number; readonly slot: number };
  /** Takes little time; the full run of the tests simulates it whole. */
  readonly isQuick?: boolean;
}

/** About 2,000 visits. */
const USUAL = { slots: 200, visits: 10, share: 0.1, usual: 0.01, canary: 0.01 } as const;
const FIVE = { ...USUAL, usual: 0.05, canary: 0.05 } as const;

/** No version is worse: at most one in 100 canaries may be ended. */
const HEALTHY: readonly Scenario[] = [
  { ...USUAL, title: '1 % fail' },
  { ...USUAL, title: '0.1 % fail', visits: 40, usual: 0.001, canary: 0.001 },
  { ...USUAL, title: '30 % fail', isQuick: true, usual: 0.3, canary: 0.3 },
  { ...USUAL, title: '1 % fail, share 1 %', visits: 30, share: 0.01 },
  { ...USUAL, title: '1 % fail, share 50 %', share: 0.5 },
  { ...USUAL, title: '1 % fail, share 90 %', isQuick: true, share: 0.9 },
  { ...USUAL, title: '1 % fail, and 60 % in outages', outages: true },
  { ...FIVE, title: '5 % fail, outages, share 10, then 50 %', laterShare: 0.5, outages: true },
  { ...FIVE, title: '5 % fail, outages, two of three failures reported late', late: 0.67, outages: true },
  { ...FIVE, title: '5 % fail, four web servers, outages of their own', servers: 4, outages: true },
  {
    ...FIVE,
    title: '5 % fail, share 50 %, a look at almost every visit',
    slots: 1000,
    visits: 0.5,
    share: 0.5,
  },
];

/** No version is worse, but visits are not independent of each other. */
const DEPENDENT: readonly Scenario[] = [
  { ...FIVE, title: '5 % fail; one of ten failures is repeated', again: 0.1 },
  { ...FIVE, title: '5 % fail; three of ten failures are repeated', again: 0.3 },
];

/** The canary is as good as its baseline, and somebody reports failures of it: at the begin, or after a while. */
const FORGED: readonly Scenario[] = [5, 7, 8, 10].flatMap((networks) => [
  { ...USUAL, title: `${networks} networks, at once`, slots: 20, forged: { networks, slot: 0 } },
  { ...USUAL, title: `${networks} networks, after six hours`, slots: 1100, forged: { networks, slot: 1080 } },
]);

/** So long that a difference is found. */
const LONG = { ...USUAL, slots: 20_000 } as const;
const TOTAL = { ...LONG, visits: 1, canary: 1 } as const;

/** The canary is worse. */
const WORSE: readonly Scenario[] = [
  { ...LONG, title: '1 % against 5 %, share 1 %', canary: 0.05, visits: 100, share: 0.01 },
  { ...LONG, title: '1 % against 5 %', isQuick: true, canary: 0.05 },
  { ...LONG, title: '1 % against 5 %, share 50 %', isQuick: true, canary: 0.05, share: 0.5 },
  { ...LONG, title: '1 % against 5 %, share 90 %', isQuick: true, canary: 0.05, share: 0.9 },
  { ...LONG, title: '1 % against 3 %', canary: 0.03 },
  {
    ...LONG,
    title: '1 % against 20 %, reported late, outages',
    canary: 0.2,
    late: 1,
    outages: true,
  },
  { ...TOTAL, title: '1 % against all, share 1 %', isQuick: true, share: 0.01 },
  { ...TOTAL, title: '1 % against all', isQuick: true },
  { ...TOTAL, title: '1 % against all, share 30 %', isQuick: true, share: 0.3 },
  { ...TOTAL, title: '1 % against all, share 50 %', isQuick: true, share: 0.5 },
  { ...TOTAL, title: '1 % against all, share 90 %', isQuick: true, share: 0.9 },
  { ...LONG, title: '1 % against all, after 12 good hours', visits: 5, canary: 1, turns: 2160 },
  { ...LONG, title: '1 % against 5 %, after 12 good hours', visits: 5, canary: 0.05, turns: 2160 },
  { ...LONG, title: 'loads three times as long', slower: 3 },
  { ...LONG, title: 'loads five times as long, share 50 %', isQuick: true, slower: 5, share: 0.5 },
];

/** About 8,000 visits. */
const DAY = { ...USUAL, slots: 800 } as const;

/** When a canary is called no worse, rightly or wrongly. */
const NO_WORSE: readonly Scenario[] = [
  { ...DAY, title: '0.1 % beside 0.1 %', usual: 0.001, canary: 0.001 },
  { ...DAY, title: '0.5 % beside 0.5 %', usual: 0.005, canary: 0.005 },
  { ...DAY, title: '1 % beside 1 %' },
  { ...DAY, title: '5 % beside 5 %', usual: 0.05, canary: 0.05 },
  { ...DAY, title: '1 % beside 3 %', canary: 0.03 },
  { ...DAY, title: '1 % beside 5 %', isQuick: true, canary: 0.05 },
];

export const SCENARIOS = {
  healthy: HEALTHY,
  dependent: DEPENDENT,
  forged: FORGED,
  worse: WORSE,
  noWorse: NO_WORSE,
} as const;
/** How many canaries of each scenario the whole simulation has. */
export const STREAMS = { healthy: 10_000, dependent: 10_000, forged: 2000, worse: 2000, noWorse: 2000 } as const;
