import { version } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import { stage } from '../format/staged-plan.ts';
import * as v from 'valibot';
import { ActorSchema } from '../release-log/actor.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';
import { actsFor, id, reason, releaseNumber, time } from '../format/fields.ts';
import { AccessSchema } from './access.ts';

const anyVersion = v.pipe(v.string(), v.maxLength(500), version);

const ChangeSchema = v.variant('action', [
  v.strictObject({
    action: v.literal('promote'),
    versions: v.record(partName, v.nullable(anyVersion)),
    percent: v.exactOptional(v.number()),
    stages: v.exactOptional(v.pipe(v.array(stage), v.maxLength(100))),
  }),
  v.strictObject({
    action: v.literal('rollback'),
    name: partName,
    to: v.exactOptional(v.nullable(anyVersion)),
  }),
  v.strictObject({
    action: v.literal('end-canary'),
    names: v.pipe(v.array(partName), v.minLength(1), v.maxLength(100)),
  }),
  v.strictObject({ action: v.literal('yank'), name: partName, version: anyVersion }),
]) satisfies v.GenericSchema<unknown, ReleaseRequest['change']>;

/** `POST /requests`: a release request without its `by`, which the token proves. */
export const ChangeRequestSchema = v.strictObject({
  reason,
  actsFor,
  expect: v.exactOptional(releaseNumber),
  urgent: v.exactOptional(v.boolean()),
  anyway: v.exactOptional(v.boolean()),
  change: ChangeSchema,
});
export type ChangeRequest = v.InferOutput<typeof ChangeRequestSchema>;

/** `POST /configuration`: new access rules. */
export const ConfigurationRequestSchema = v.strictObject({
  access: AccessSchema,
  reason: v.pipe(reason, v.nonEmpty()),
  /** Number of the rules that the requester has seen. */
  expect: v.exactOptional(releaseNumber),
  actsFor,
});
export type ConfigurationRequest = v.InferOutput<typeof ConfigurationRequestSchema>;

const PartChangeSchema = v.strictObject({
  name: v.string(),
  kind: v.picklist(['live', 'canary', 'fallback', 'second-fallback']),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  fromPercent: v.exactOptional(v.number()),
  percent: v.exactOptional(v.number()),
  plan: v.exactOptional(v.nullable(v.string())),
});
export const PartChangesSchema = v.array(PartChangeSchema);

/** A request that waits for a second person's yes. */
export const ApprovalSchema = v.strictObject({
  id,
  /** When it was asked for, and until when it can be answered. */
  at: time,
  until: time,
  actor: ActorSchema,
  request: v.union([ChangeRequestSchema, ConfigurationRequestSchema]),
  /** What the request would change on top of the release that was live when it was asked for. */
  changes: PartChangesSchema,
  /** What new access rules add ("+ …") and take away ("- …"), an entry each. */
  ruleChanges: v.array(v.string()),
  /** Whether the identity that reads this may answer it; never the one that asked. */
  mayAnswer: v.boolean(),
});
export type Approval = v.InferOutput<typeof ApprovalSchema>;
