import { ErrorRowSchema, LOG_REFUSALS, VisitRowSchema, VitalRowSchema } from '@portal/contract/visits';
import { StagedPlanSchema } from '@portal/release/format/staged-plan';
import type { Judgement } from '@portal/release/judgement';
import * as v from 'valibot';
import { ANNOUNCEMENTS } from './announcements/announcement.ts';
import type { WatcherStatus } from './status.ts';

const text = v.string();
const number = v.number();
const textOrNull = v.nullable(text);
const numberOrNull = v.nullable(number);

const FiguresSchema = v.strictObject({ visits: number, failed: number });
const LoadFiguresSchema = v.strictObject({ loads: number, slower: number, seconds: number });

const JudgementSchema = v.strictObject({
  part: text,
  canary: text,
  baseline: textOrNull,
  sinceRelease: number,
  verdict: v.picklist(['inconclusive', 'worse', 'no-worse', 'no-baseline']),
  because: v.nullable(v.picklist(['failures', 'loads'])),
  oneIn: number,
  failures: v.strictObject({
    canary: FiguresSchema,
    baseline: v.nullable(FiguresSchema),
    times: v.strictObject({ low: numberOrNull, high: numberOrNull }),
  }),
  missing: v.nullable(v.strictObject({ canary: number, baseline: number })),
  loads: v.nullable(v.strictObject({ canary: LoadFiguresSchema, baseline: LoadFiguresSchema })),
}) satisfies v.GenericSchema<unknown, Judgement>;

const ServerStatusSchema = v.strictObject({
  address: text,
  problem: textOrNull,
  served: numberOrNull,
  heldBack: v.array(number),
  refuses: v.nullable(v.picklist(LOG_REFUSALS)),
  startedAt: textOrNull,
});

const CanaryStatusSchema = v.strictObject({
  part: text,
  version: text,
  percent: number,
  bucketingKey: text,
  stagedPlan: v.nullable(StagedPlanSchema),
  promotion: v.nullable(v.strictObject({ release: number, by: text })),
  baseline: textOrNull,
  since: v.strictObject({ at: text, release: number }),
  endsByItself: v.boolean(),
  judgement: v.nullable(JudgementSchema),
  plan: v.nullable(
    v.strictObject({
      text,
      until: text,
      next: v.nullable(v.union([number, v.literal('everybody')])),
      state: v.picklist(['waits', 'raises', 'asks']),
      waitsFor: textOrNull,
    }),
  ),
  problem: textOrNull,
});

const AnnouncementSchema = v.strictObject({
  id: text,
  type: v.picklist(ANNOUNCEMENTS),
  at: text,
  text,
  part: v.exactOptional(text),
  version: v.exactOptional(text),
  release: v.exactOptional(number),
  by: v.exactOptional(text),
});

const ReceiverStatusSchema = v.strictObject({ name: text, waiting: number, sentAt: textOrNull, problem: textOrNull });

/** What a watcher sees, as a release service tells it. */
export const WatcherStatusSchema = v.strictObject({
  lookedAt: textOrNull,
  release: number,
  newest: number,
  damaged: v.array(number),
  storeProblem: textOrNull,
  servers: v.array(ServerStatusSchema),
  canaries: v.array(CanaryStatusSchema),
  planPause: textOrNull,
  announcements: v.array(AnnouncementSchema),
  receivers: v.array(ReceiverStatusSchema),
  visits: v.array(VisitRowSchema),
  vitals: v.array(VitalRowSchema),
  errors: v.array(ErrorRowSchema),
  ignored: v.record(text, number),
}) satisfies v.GenericSchema<unknown, WatcherStatus>;
