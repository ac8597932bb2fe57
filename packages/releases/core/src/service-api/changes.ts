import { ReleaseSchema } from '../format/release.ts';
import * as v from 'valibot';
import type { ChangeResult } from '../operations/apply-request.ts';
import { ConfigurationSchema } from '../access/configuration.ts';
import { ApprovalSchema, PartChangesSchema } from '../access/requests.ts';
import { actsFor, reason } from '../format/fields.ts';
import { STANDINGS } from '../policy/assess-version.ts';
import { ServedResultSchema } from './served.ts';

/** 200 of `POST /configuration`, and of a yes to it. */
export const ConfiguredSchema = v.strictObject({ configuration: ConfigurationSchema });
export type Configured = v.InferOutput<typeof ConfiguredSchema>;

const reasons = {
  why: v.string(),
  passedOver: v.array(
    v.strictObject({
      version: v.string(),
      because: v.picklist([...STANDINGS, 'refused']),
      why: v.string(),
    }),
  ),
};
const RollbackTargetSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('version'),
    version: v.string(),
    standing: v.picklist(STANDINGS),
    ...reasons,
  }),
  v.strictObject({ kind: v.literal('nothing'), ...reasons }),
  v.strictObject({ kind: v.literal('gap'), gap: v.strictObject({ first: v.number(), last: v.number() }), ...reasons }),
]);

/** What a request did: 200 of `POST /requests`, and of a yes to an approval. */
export const ChangeResultSchema = v.pipe(
  v.strictObject({
    outcome: v.picklist(['released', 'yanked', 'unchanged']),
    release: v.exactOptional(ReleaseSchema),
    changes: PartChangesSchema,
    warnings: v.array(v.string()),
    rollbackTarget: v.exactOptional(RollbackTargetSchema),
    served: v.nullable(ServedResultSchema),
    dryRun: v.exactOptional(v.literal(true)),
    needsApproval: v.exactOptional(v.literal(true)),
  }),
  v.transform((change) => ({ ...change, release: change.release })),
) satisfies v.GenericSchema<unknown, ChangeResult>;

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
export const AnsweredSchema = v.union([DeclinedSchema, ConfiguredSchema, ChangeResultSchema]);
