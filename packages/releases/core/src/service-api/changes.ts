import { version } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import { ReleaseSchema } from '@portal/contract/release';
import { stage } from '@portal/contract/staged-plan';
import * as v from 'valibot';
import type { ServedChange } from '../operations/apply-and-await.ts';
import type { ReleaseRequest } from '../operations/release-request.ts';
import { AccessSchema } from '../access/access.ts';
import { ConfigurationSchema } from '../access/configuration.ts';
import { KnownGoodSchema } from '../store/documents.ts';
import { ActorSchema } from '../log/actor.ts';
import { actsFor, id, reason, releaseNumber, time } from './fields.ts';
import { ServedResultSchema } from './served.ts';

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
    together: v.exactOptional(v.pipe(v.array(partName), v.maxLength(100))),
  }),
  v.strictObject({ action: v.literal('yank'), name: partName, version: anyVersion }),
]) satisfies v.GenericSchema<unknown, ReleaseRequest['change']>;

/** `POST /requests`: a release request without its `by`, which the token proves. */
export const ChangeRequestSchema = v.strictObject({
  reason,
  actsFor,
  expect: v.exactOptional(releaseNumber),
  urgent: v.exactOptional(v.boolean()),
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

/** 200 of `POST /configuration`, and of a yes to it. */
export const ConfiguredSchema = v.strictObject({ configuration: ConfigurationSchema });
export type Configured = v.InferOutput<typeof ConfiguredSchema>;

const PartChangeSchema = v.strictObject({
  name: v.string(),
  kind: v.picklist(['live', 'canary', 'fallback', 'second-fallback']),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  fromPercent: v.exactOptional(v.number()),
  percent: v.exactOptional(v.number()),
  plan: v.exactOptional(v.nullable(v.string())),
  draw: v.exactOptional(v.string()),
});
export const PartChangesSchema = v.array(PartChangeSchema);

const reasons = {
  why: v.string(),
  passedOver: v.array(
    v.strictObject({
      version: v.string(),
      because: v.picklist(['rolled-back', 'refused', 'not-known-good']),
      why: v.string(),
    }),
  ),
};
const ReturnSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('version'),
    version: v.string(),
    knownGood: v.nullable(KnownGoodSchema),
    ...reasons,
  }),
  v.strictObject({ kind: v.literal('out'), ...reasons }),
  v.strictObject({ kind: v.literal('nothing'), ...reasons }),
  v.strictObject({ kind: v.literal('gap'), gap: v.strictObject({ first: v.number(), last: v.number() }), ...reasons }),
]);

/** What a request did: 200 of `POST /requests`, and of a yes to an approval. */
export const ServedChangeSchema = v.pipe(
  v.strictObject({
    outcome: v.picklist(['released', 'yanked', 'unchanged']),
    release: v.exactOptional(ReleaseSchema),
    changes: PartChangesSchema,
    warnings: v.array(v.string()),
    goesBack: v.exactOptional(ReturnSchema),
    served: v.nullable(ServedResultSchema),
  }),
  v.transform((change) => ({ ...change, release: change.release })),
) satisfies v.GenericSchema<unknown, ServedChange>;

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

/** 202 of `POST /requests`: nothing is changed yet. */
export const WaitingSchema = v.strictObject({ waits: ApprovalSchema });

/** `GET /approvals`: those that wait, the oldest first. */
export const ApprovalsSchema = v.strictObject({ approvals: v.array(ApprovalSchema) });

/** `POST /approvals/ID`. */
export const AnswerSchema = v.strictObject({
  answer: v.picklist(['yes', 'no']),
  /** Why not, or why. */
  reason: v.exactOptional(reason),
  actsFor,
});

/** 200 of `POST /approvals/ID` with a no. */
export const DeclinedSchema = v.strictObject({ outcome: v.literal('declined') });
/** 200 of `POST /approvals/ID`. */
export const AnsweredSchema = v.union([DeclinedSchema, ConfiguredSchema, ServedChangeSchema]);
