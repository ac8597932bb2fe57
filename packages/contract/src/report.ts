import * as v from 'valibot';
import { version } from './artifact.ts';
import { partName } from './declaration.ts';
import { REMOTE_FAILURES } from './failure.ts';
import { MOST_REPORTS } from './page-elements.ts';
import { parseInput } from './parse.ts';

/** No page waits longer for a part; what claims to have taken more is none of ours. In milliseconds. */
const LONGEST_LOAD_MS = 600_000;

const ReportSchema = v.union([
  v.strictObject({ part: partName, version, failure: v.picklist(REMOTE_FAILURES) }),
  v.strictObject({
    part: partName,
    version,
    /** How long it took until the part could run, in milliseconds. */
    loadedIn: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LONGEST_LOAD_MS)),
  }),
]);
/** What became of one version of one part in one page: nothing of the person, of the place or of the path. */
export type PartReport = v.InferOutput<typeof ReportSchema>;

const ReportsSchema = v.pipe(v.array(ReportSchema), v.minLength(1), v.maxLength(MOST_REPORTS));

/** @throws {InvalidInputError} naming the bad field. */
export function parseReports(input: unknown): readonly PartReport[] {
  return parseInput('the reports', ReportsSchema, input);
}
