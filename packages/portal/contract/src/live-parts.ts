import * as v from 'valibot';
import { version } from './artifact.ts';
import { LANGUAGES } from './language.ts';
import { viewAddress } from './view-address.ts';
import { PARTS_PATH } from './page-elements.ts';
import { parseInput } from './parse.ts';

const LivePartsSchema = v.array(
  v.object({
    part: v.string(),
    /** Its name for people. */
    text: v.object(v.entriesFromList(LANGUAGES, v.string())),
    version,
    /** ISO 8601, UTC. */
    builtAt: v.string(),
  }),
);
/** The parts of a page's view, the shell first, for the build information. */
export type LiveParts = v.InferOutput<typeof LivePartsSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseLiveParts(input: unknown): LiveParts {
  return parseInput(PARTS_PATH, LivePartsSchema, input);
}

/** The address of the parts in the view of a page, for an account with these roles. */
export function livePartsAddress(view: string, roles: readonly string[]): string {
  return viewAddress(PARTS_PATH, { view }, roles);
}
