import * as v from 'valibot';

/** Where the development server tells the pages of builds, as server-sent events. */
export const EVENTS_PATH = '/development-events';

const built = v.object({
  kind: v.literal('built'),
  part: v.string(),
  /** Hash of the build, as the code that runs knows it. */
  hash: v.string(),
  styles: v.array(v.object({ url: v.string(), integrity: v.string() })),
});
export type BuiltEvent = v.InferOutput<typeof built>;

export const DevelopmentEventSchema = v.variant('kind', [
  built,
  /** A build did not succeed; what ran before goes on. */
  v.object({ kind: v.literal('broken'), part: v.string(), errors: v.string() }),
  /** Something changed that only a new page can show. */
  v.object({ kind: v.literal('reload') }),
]);
/** What the development server tells a page, as JSON. */
export type DevelopmentEvent = v.InferOutput<typeof DevelopmentEventSchema>;
