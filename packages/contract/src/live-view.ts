import * as v from 'valibot';
import { parseInput } from './parse.ts';

/** Where an open page asks which release its visitor would get by now. */
export const LIVE_VIEW_PATH = '/release.json';

export const LiveViewSchema = v.strictObject({
  /** Number of the release that is served. */
  number: v.number(),
  /** Stands for the versions that this visitor gets of it: the same as long as nothing of them changes. */
  view: v.string(),
  /** Number of the newest release that open pages move to, or past, at once where nothing unsaved is on the screen; 0 for none. */
  urgent: v.number(),
});
/** What is live for one visitor. */
export type LiveView = v.InferOutput<typeof LiveViewSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseLiveView(input: unknown): LiveView {
  return parseInput(LIVE_VIEW_PATH, LiveViewSchema, input);
}
