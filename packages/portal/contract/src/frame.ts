import * as v from 'valibot';
import { parseInput } from './parse.ts';
import { MarkupSchema, perLanguage } from './prerendered.ts';

/** The prerendered frame of every page, which the shell's build makes of the shell's own components. */
const FrameSchema = v.strictObject({
  /** CSS for the frame, for one inline style element. */
  styles: v.string(),
  /** The inline script that starts the page's early reads. It reads `PageData` from the document. */
  script: v.string(),
  /** The inline script that fills a data preview. */
  fill: v.string(),
  /**
   * Header and `main`. Chooses by "signedIn" ("true", "false") and "skeleton" (its kind, or "none"); has slots for the
   * header's "items", for the "title" and, in `main`, for a prerendered "page".
   */
  page: perLanguage(MarkupSchema),
  /** An item of the header: chooses by "current" ("true", "false"); has slots for "link.path" and "label". */
  item: MarkupSchema,
});
export type Frame = v.InferOutput<typeof FrameSchema>;

/** The skeleton's place is empty where a prerendered page stands. */
export const NO_SKELETON = 'none';

/** @throws {InvalidInputError} naming the bad field. */
export function parseFrame(what: string, input: unknown): Frame {
  return parseInput(what, FrameSchema, input);
}
