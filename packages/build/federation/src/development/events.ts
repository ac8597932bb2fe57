import * as v from 'valibot';

/** Path of the server-sent events about builds. */
export const EVENTS_PATH = '/development-events';

const built = v.object({
  kind: v.literal('built'),
  part: v.string(),
  /** Hash of the build; its code contains the same one. */
  hash: v.string(),
  styles: v.array(v.object({ url: v.string(), integrity: v.string() })),
});
export type BuiltEvent = v.InferOutput<typeof built>;

export const DevelopmentEventSchema = v.variant('kind', [
  built,
  /** A build failed; pages keep the previous one. */
  v.object({ kind: v.literal('broken'), part: v.string(), errors: v.string() }),
  /** A change that needs a reload of the page. */
  v.object({ kind: v.literal('reload') }),
]);
/** A message of the development server to a page. */
export type DevelopmentEvent = v.InferOutput<typeof DevelopmentEventSchema>;
