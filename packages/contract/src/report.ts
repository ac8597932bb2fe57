import * as v from 'valibot';
import { version } from './artifact.ts';
import { partName } from './declaration.ts';
import { PART_FAILURES } from './failure.ts';
import { MOST_REPORTS } from './page-elements.ts';
import { parseInput } from './parse.ts';

/** No page waits this long for a part, so a longer time is not genuine. */
const LONGEST_LOAD_MS = 600_000;

const ReportSchema = v.union([
  v.strictObject({ part: partName, version, failure: v.picklist(PART_FAILURES) }),
  v.strictObject({
    part: partName,
    version,
    /** How long it took until the part could run, in milliseconds. */
    loadedIn: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LONGEST_LOAD_MS)),
  }),
]);
/** How one version of a part loaded or failed in one page; nothing about the person or the path. */
export type PartReport = v.InferOutput<typeof ReportSchema>;

const ReportsSchema = v.pipe(v.array(ReportSchema), v.minLength(1), v.maxLength(MOST_REPORTS));

/** @throws {InvalidInputError} naming the bad field. */
export function parseReports(input: unknown): readonly PartReport[] {
  return parseInput('the reports', ReportsSchema, input);
}
