import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';

/** File of a package beside its API report; there is none if no name has had another form. */
export const FORMER_FORMS = 'former-forms.json';

const FormerFormsSchema = v.record(
  v.string(),
  v.record(v.string(), v.strictObject({ form: v.string(), also: v.array(v.string()) })),
);
/** For each module, the names whose present form serves those, too, who were built with a former one. */
export type FormerForms = v.InferOutput<typeof FormerFormsSchema>;

/** What `npm run api-report` has found in a package. @throws {InvalidInputError} naming the file. */
export function formerFormsIn(packageFolder: string): FormerForms {
  const file = join(packageFolder, FORMER_FORMS);
  return existsSync(file) ? parseInput(file, FormerFormsSchema, JSON.parse(readFileSync(file, 'utf8'))) : {};
}
