import * as v from 'valibot';

/** Path of the script by which pages of a released portal become pages of the development server. */
export const PAGE_PATH = '/development-page.js';
/** Path of the server-sent events about builds. */
export const EVENTS_PATH = '/development-events';
/** A page posts an uncaught error there, and gets it as a problem. */
export const ERRORS_PATH = '/development-errors';
/** A page posts a place there, which opens in the editor. */
export const EDITOR_PATH = '/development-editor';

export const PlaceSchema = v.object({
  /** Relative to the repository. */
  file: v.string(),
  line: v.number(),
  column: v.number(),
});
/** A place in a source. */
export type Place = v.InferOutput<typeof PlaceSchema>;

export const ProblemSchema = v.object({
  severity: v.picklist(['error', 'warning']),
  /** What it keeps from working: "mfe-hubs does not build". */
  title: v.string(),
  text: v.string(),
  /** The lines around the place. */
  frame: v.optional(v.string()),
  place: v.optional(PlaceSchema),
});
/** What developers have to know: in the terminal and in the pages. */
export type Problem = v.InferOutput<typeof ProblemSchema>;

const built = v.object({
  kind: v.literal('built'),
  part: v.string(),
  /** Hash of the build; its code contains the same one. */
  hash: v.string(),
  styles: v.array(v.object({ url: v.string(), integrity: v.string() })),
  /** The texts of its declaration. */
  texts: v.record(v.string(), v.object({ en: v.string(), de: v.string(), fr: v.string(), nl: v.string() })),
  /** Hash of the rest of the declaration, which the page contains, too. */
  declaration: v.string(),
});
export type BuiltEvent = v.InferOutput<typeof built>;

export const DevelopmentEventSchema = v.variant('kind', [
  built,
  /** All problems that there are now. Comes after the builds when a page connects. */
  v.object({ kind: v.literal('problems'), problems: v.array(ProblemSchema) }),
  /** Hash of the inline script, which runs only when a page loads. */
  v.object({ kind: v.literal('script'), hash: v.string() }),
]);
/** A message of the development server to a page. */
export type DevelopmentEvent = v.InferOutput<typeof DevelopmentEventSchema>;

export const PageErrorSchema = v.object({ message: v.string(), stack: v.string() });
/** An error of a page, with its stack in built files. */
export type PageError = v.InferOutput<typeof PageErrorSchema>;
