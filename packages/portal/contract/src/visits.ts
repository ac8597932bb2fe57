import * as v from 'valibot';
import { version } from './artifact.ts';
import { partName } from './declaration.ts';
import { PART_FAILURES } from './failure.ts';
import { parseInput } from './parse.ts';

/**
 * Where a web server gives out what it counted, on the address of its metrics. `?after=INTERVAL` leaves out the rows of
 * earlier intervals.
 */
export const VISITS_PATH = '/visits.json';

/**
 * Visits of a part are counted by the time at which the first report about it came, worked or failed, in intervals of
 * this many seconds. So `visits` and `loads` of an interval that has ended never change, which the judge needs to be
 * right at any number of looks; `failed` may grow.
 */
export const INTERVAL_SECONDS = 20;

/** Nobody minds a load that is not slower than this; one of the bounds below. */
export const SLOW_SECONDS = 0.5;

/** Upper bounds of the histogram of load times, in seconds. */
export const LOAD_SECONDS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10] as const;

/** What customers felt, as the package `web-vitals` measures it: LCP and INP in milliseconds, CLS without a unit. */
export const VITALS = ['LCP', 'INP', 'CLS'] as const;
export type Vital = (typeof VITALS)[number];

/** Upper bounds of the vitals' histograms; the good and the poor limit of each (web.dev/vitals) are among them. */
export const VITAL_BOUNDS = {
  LCP: [500, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 10_000],
  INP: [16, 40, 75, 100, 150, 200, 300, 500, 1000],
  CLS: [0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5],
} as const satisfies Readonly<Record<Vital, readonly number[]>>;

/**
 * Why a web server refuses the log of its store, and so everything new in it: no key that it trusts has signed the log,
 * an entry is not what was signed, entries that it has seen are gone or replaced, there is no log, a newer checkout
 * wrote something that it does not know, or another one wrote it in another format.
 */
export const LOG_REFUSALS = ['untrusted', 'damaged', 'shorter', 'forked', 'missing', 'newer', 'format'] as const;
export type LogRefusal = (typeof LOG_REFUSALS)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const isoTime = v.pipe(v.string(), v.isoTimestamp());

export const VisitRowSchema = v.strictObject({
  /** The release of the page. */
  release: count,
  /** Begin of the interval, in seconds since the epoch; a multiple of `INTERVAL_SECONDS`. */
  interval: count,
  part: partName,
  /** The version that the visitor's view names, not a fallback. */
  version,
  /** Visits in which the part was tried, each once, whether it worked or failed. */
  visits: count,
  /**
   * Visits that failed, by the number of intervals after this one in which the first failure was reported: [intervals,
   * visits], ascending.
   */
  failed: v.array(v.tuple([count, count])),
  /** Visits by load time, one number for each bound of `LOAD_SECONDS`; the last counts those above all bounds. */
  loads: v.pipe(v.array(count), v.length(LOAD_SECONDS.length + 1)),
  /**
   * How many networks sent its failures, and its loads above `SLOW_SECONDS`, of which none had sent one of the version
   * before.
   */
  networks: v.strictObject({ failed: count, slow: count }),
});
/** What visits of one interval felt of one version of a part. */
export type VisitRow = v.InferOutput<typeof VisitRowSchema>;

export const VitalRowSchema = v.strictObject({
  release: count,
  part: partName,
  version,
  vital: v.picklist(VITALS),
  /** Visits by value, one number for each bound of `VITAL_BOUNDS`; the last counts those above all bounds. */
  values: v.array(count),
});
export type VitalRow = v.InferOutput<typeof VitalRowSchema>;

export const ErrorRowSchema = v.strictObject({
  part: partName,
  version,
  failure: v.picklist(PART_FAILURES),
  /** Name and message of the error, without personal data. */
  message: v.string(),
  /**
   * Where it was thrown, in the built file: "settings.0123456789abcdef.js:1:2345"; null if the browser does not say.
   */
  position: v.nullable(v.string()),
  visits: count,
  firstAt: isoTime,
  lastAt: isoTime,
});
/** Errors of one version that have the same cause. */
export type ErrorRow = v.InferOutput<typeof ErrorRowSchema>;

export const VisitsSchema = v.strictObject({
  schema: v.literal(1),
  /**
   * Of one web server, which continues it over a restart if it could keep what it had counted: sums begin again with
   * another one.
   */
  instance: v.pipe(v.string(), v.nonEmpty()),
  /** When its process started. */
  startedAt: isoTime,
  at: isoTime,
  /** Number of the release that is served; 0 for none. */
  served: count,
  /** Numbers of newer releases that are damaged, and so not served. */
  heldBack: v.array(count),
  /** Why it refuses the log of its store; absent while it does not. */
  refuses: v.exactOptional(v.picklist(LOG_REFUSALS)),
  rows: v.array(VisitRowSchema),
  vitals: v.array(VitalRowSchema),
  errors: v.array(ErrorRowSchema),
  /** Reports that moved no figure, by reason. */
  ignored: v.record(v.string(), count),
});
/** What one web server counted. */
export type Visits = v.InferOutput<typeof VisitsSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseVisits(input: unknown): Visits {
  return parseInput(VISITS_PATH, VisitsSchema, input);
}
