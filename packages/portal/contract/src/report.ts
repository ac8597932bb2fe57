import * as v from 'valibot';
import { version } from './artifact.ts';
import { partName } from './declaration.ts';
import { PART_FAILURES } from './failure.ts';
import { MOST_MESSAGE, POSITION } from './mask-message.ts';
import { MOST_REPORTS } from './page-elements.ts';
import { parseInput } from './parse.ts';
import { VITALS } from './visits.ts';

/** What makes a part crash that is not its fault: browsers translate pages, and extensions alter them. */
export const OUTSIDE_CAUSES = ['translation', 'extension'] as const;

/**
 * Longer times, of a phone that slept for instance, count as this one: refusing them would lose what else the page
 * reports.
 */
const LONGEST_MS = 600_000;
const duration = v.pipe(
  v.number(),
  v.minValue(0),
  v.transform((ms) => Math.min(ms, LONGEST_MS)),
);
const wholeDuration = v.pipe(v.number(), v.integer(), duration);

const FailureReportSchema = v.strictObject({
  part: partName,
  version,
  failure: v.picklist(PART_FAILURES),
  /** Of a crash: name and message of the error, masked. */
  message: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(MOST_MESSAGE))),
  /** Of a crash: where it was thrown, in the built file. */
  position: v.optional(v.pipe(v.string(), v.regex(POSITION))),
  /** Of a crash that is not the part's fault, instead of message and position. */
  causedBy: v.optional(v.picklist(OUTSIDE_CAUSES)),
  /**
   * Milliseconds since an earlier beacon of the same visit told of this version: then the visit is counted already,
   * perhaps by another web server.
   */
  follows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
/** What a page reports of an error. */
export type CrashDetails = Pick<FailureReport, 'message' | 'position' | 'causedBy'>;
const LoadReportSchema = v.strictObject({
  part: partName,
  version,
  /** How long it took until the part could run, in milliseconds. */
  loadedIn: wholeDuration,
});
const VitalReportSchema = v.strictObject({
  part: partName,
  version,
  vital: v.picklist(VITALS),
  /** Milliseconds; of CLS, a number without a unit. */
  value: duration,
});
const ReportSchema = v.union([FailureReportSchema, LoadReportSchema, VitalReportSchema]);
export type FailureReport = v.InferOutput<typeof FailureReportSchema>;
export type VitalReport = v.InferOutput<typeof VitalReportSchema>;
/**
 * How one version of a part loaded or failed in one page, and what people felt there; nothing about the person or the
 * path.
 */
export type PartReport = v.InferOutput<typeof ReportSchema>;

const ReportsSchema = v.strictObject({
  /** The page's own number (`visitId`), so that two pages of one browser are two visits. */
  visit: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  reports: v.pipe(v.array(ReportSchema), v.minLength(1), v.maxLength(MOST_REPORTS)),
});
/** What one page sends at once. */
export type PageReports = v.InferOutput<typeof ReportsSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseReports(input: unknown): PageReports {
  return parseInput('the reports', ReportsSchema, input);
}
