import * as v from 'valibot';
import { AccessSchema } from '../access/access.ts';
import { ConfigurationSchema } from '../access/configuration.ts';
import { actsFor, reason, releaseNumber } from './fields.ts';

/** `POST /configuration`: new access rules. */
export const ConfigurationBodySchema = v.strictObject({
  access: AccessSchema,
  reason: v.pipe(reason, v.nonEmpty()),
  /** Number of the rules that the requester has seen. */
  expect: v.exactOptional(releaseNumber),
  actsFor,
});

/** 200 of `POST /configuration`. */
export const ConfiguredSchema = v.strictObject({ configuration: ConfigurationSchema });
