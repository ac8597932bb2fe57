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
export const FrameSchema = v.strictObject({
  /** CSS that paints the frame, for one inline style element. */
  styles: v.string(),
  /** The inline script that starts the page's early reads. It reads `PageData` from the document. */
  script: v.string(),
  header: v.strictObject({ signedIn: perLanguage(v.string()), signedOut: perLanguage(v.string()) }),
  item: v.string(),
  currentItem: v.string(),
  skeletons: v.strictObject({
    ...v.entriesFromList(SKELETONS, perLanguage(v.string())),
    /** Frames from before contract 1.2.0 have none. */
    task: v.optional(perLanguage(v.string())),
  }),
});
export type Frame = v.InferOutput<typeof FrameSchema> & {
  /** The inline script that fills the first screen of a page; shells from before contract 1.7.0 have none. */
  readonly fill?: string | undefined;
};

/** Beginning of the name of the shell's file with that script, which older web servers ignore: `fill-script.HASH.json`. */
export const FILL_SCRIPT_FILE = 'fill-script';

const FillScriptSchema = v.object({ script: v.string() });

/** @throws {InvalidInputError} naming the bad field. */
export function parseFillScript(what: string, input: unknown): string {
  return parseInput(what, FillScriptSchema, input).script;
}

/** @throws {InvalidInputError} naming the bad field. */
export function parseFrame(what: string, input: unknown): Frame {
  return parseInput(what, FrameSchema, input);
}
