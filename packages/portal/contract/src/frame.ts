import * as v from 'valibot';
import { SKELETONS } from './declaration.ts';
import { LANGUAGES } from './language.ts';
import { parseInput } from './parse.ts';

export const perLanguage = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.strictObject(v.entriesFromList(LANGUAGES, schema));

/**
 * The painted frame: static HTML that the shell's build renders from the shell's own components, for the web server to put
 * into the page. Placeholders: `%ITEMS%` in `header`; `%HREF%` and `%LABEL%` in `item` and `currentItem`; `%TITLE%` in a skeleton.
 */
const FrameSchema = v.strictObject({
  /** CSS that paints the frame, for one inline style element. */
  styles: v.string(),
  /** The inline script that starts the page's early reads. It reads `PageData` from the document. */
  script: v.string(),
  /** The inline script that fills the first screen of a page. */
  fill: v.string(),
  header: v.strictObject({ signedIn: perLanguage(v.string()), signedOut: perLanguage(v.string()) }),
  item: v.string(),
  currentItem: v.string(),
  skeletons: v.strictObject(v.entriesFromList(SKELETONS, perLanguage(v.string()))),
});
export type Frame = v.InferOutput<typeof FrameSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseFrame(what: string, input: unknown): Frame {
  return parseInput(what, FrameSchema, input);
}
