import * as v from 'valibot';
import { perLanguage } from './frame.ts';
import { parseInput } from './parse.ts';

/** Placeholder of the text in a painted page. */
export const TEXT_PLACEHOLDER = '%TEXT%';

/** CSS for one inline style element. */
export const inlineStyles = v.pipe(
  v.string(),
  v.check((styles) => !/<\/style|<!--/i.test(styles), 'must not end its element'),
);

/**
 * The painted page of a legal document in one language: static HTML that the build of its remote renders from the page's own component, for
 * the web server to put into the first answer.
 */
const PaintedDocumentSchema = v.object({
  /** CSS that paints the page together with that of the frame, for one inline style element. */
  styles: inlineStyles,
  /** The page in each language of the interface, with `%TEXT%` in the text's place. */
  page: perLanguage(v.string()),
  /** The same with the note that the document does not exist in the wanted language; absent if it exists in all. */
  fallback: v.optional(perLanguage(v.string())),
  /** The text, and the same as data, which spares the running page the request for it. */
  text: v.string(),
  /** When the page opens in the PDF viewer instead: always unless `?view=` says "text", as the configuration says, or never. */
  viewer: v.picklist(['first', 'configured', 'never']),
  /** Whether `?version=` leads to the version; a version in the path always does. */
  versionInQuery: v.boolean(),
});
export type PaintedDocument = v.InferOutput<typeof PaintedDocumentSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parsePaintedDocument(what: string, input: unknown): PaintedDocument {
  return parseInput(what, PaintedDocumentSchema, input);
}
