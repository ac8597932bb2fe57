import * as v from 'valibot';
import type { PruneResult } from '../operations/prune-store.ts';
import { KEEP_REASONS } from '../policy/retention.ts';
import { actsFor } from '../format/fields.ts';

/** `POST /prunes`. */
export const PruneBodySchema = v.strictObject({ dryRun: v.boolean(), actsFor });

/** 200 of `POST /prunes`. */
export const PruneResultSchema = v.strictObject({
  dryRun: v.boolean(),
  removed: v.array(v.strictObject({ name: v.string(), version: v.string(), files: v.number(), bytes: v.number() })),
  kept: v.array(v.strictObject({ name: v.string(), version: v.string(), because: v.array(v.picklist(KEEP_REASONS)) })),
}) satisfies v.GenericSchema<unknown, PruneResult>;
