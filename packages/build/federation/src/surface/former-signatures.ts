import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';

/** File of a package beside its API report; there is none if no name has had another signature. */
export const FORMER_SIGNATURES = 'former-signatures.json';

const FormerSignaturesSchema = v.record(
  v.string(),
  v.record(v.string(), v.strictObject({ signature: v.string(), also: v.array(v.string()) })),
);
/** For each module, the names whose present signature serves those, too, who were built with a former one. */
export type FormerSignatures = v.InferOutput<typeof FormerSignaturesSchema>;

/** What `npm run api-report` has found in a package. @throws {InvalidInputError} naming the file. */
export function readFormerSignatures(packageFolder: string): FormerSignatures {
  const file = join(packageFolder, FORMER_SIGNATURES);
  return existsSync(file) ? parseInput(file, FormerSignaturesSchema, JSON.parse(readFileSync(file, 'utf8'))) : {};
}
