import { version } from '@portal/contract/artifact';
import { RELEASE_ACTIONS } from '@portal/contract/release';
import * as v from 'valibot';

const versioned = v.object({ version });

/**
 * A release without its manifests: what the history is told from. It reads several times as fast as the whole, and there may be
 * thousands; whoever serves or builds upon a release reads it whole.
 */
export const OutlineSchema = v.object({
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  createdBy: v.string(),
  reason: v.string(),
  action: v.optional(v.picklist(RELEASE_ACTIONS), 'promote'),
  urgent: v.optional(v.boolean(), false),
  shell: versioned,
  remotes: v.record(v.string(), v.object({ version, fallback: v.nullable(versioned) })),
  canaries: v.optional(v.record(v.string(), v.object({ version, percent: v.number() })), {}),
});
export type Outline = v.InferOutput<typeof OutlineSchema>;
