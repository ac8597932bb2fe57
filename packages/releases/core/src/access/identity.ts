import * as v from 'valibot';
import { ActorSchema } from '../release-log/actor.ts';
import { time } from '../format/fields.ts';

/** What an identity may do. */
export const PERMISSIONS = [
  'publish',
  'canary',
  'promote',
  'rollback',
  'yank',
  'prune',
  'approve',
  'check',
  'configure',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** `GET /identity`: who the caller is, and what it may do with which parts. */
export const IdentitySchema = v.strictObject({
  actor: ActorSchema,
  may: v.array(
    v.strictObject({
      permission: v.picklist(PERMISSIONS),
      /** Names of parts, or "*" for all. */
      parts: v.array(v.string()),
    }),
  ),
  /** When the access token ends. */
  until: time,
});
export type Identity = v.InferOutput<typeof IdentitySchema>;
