import * as v from 'valibot';
import type { ServedResult, Serving } from '../operations/served-release.ts';

const ServingSchema = v.strictObject({
  address: v.string(),
  served: v.nullable(v.number()),
  problem: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, Serving>;

/** Whether the web servers serve a release. */
export const ServedResultSchema = v.strictObject({
  servers: v.array(ServingSchema),
  serving: v.number(),
  seconds: v.number(),
  warnings: v.array(v.string()),
}) satisfies v.GenericSchema<unknown, ServedResult>;

/** `GET /served`: what each web server that the service knows serves now. */
export const ServedSchema = v.strictObject({
  servers: v.array(ServingSchema),
  /** What to do about web servers that are ahead of the store; sentences. */
  warnings: v.array(v.string()),
});
