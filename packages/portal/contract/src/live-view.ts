import * as v from 'valibot';
import { LIVE_VIEW_PATH } from './page-elements.ts';
import { parseInput } from './parse.ts';

const LiveViewSchema = v.strictObject({
  /** Number of the release that is served. */
  number: v.number(),
  /** Hash of the versions that this visitor gets. */
  view: v.string(),
  /** Number of the newest urgent release, 0 for none: older open pages reload as soon as nothing is unsaved. */
  urgent: v.number(),
});
/** The live release for one visitor. */
export type LiveView = v.InferOutput<typeof LiveViewSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseLiveView(input: unknown): LiveView {
  return parseInput(LIVE_VIEW_PATH, LiveViewSchema, input);
}
