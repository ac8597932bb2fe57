import { VisitsSchema } from '@portal/contract/visits';
import * as v from 'valibot';
import type { VisitsOfAll } from '../operations/read-visits.ts';

/** `GET /visits`: what the web servers that the service knows counted. */
export const VisitsOfAllSchema = v.strictObject({
  servers: v.array(VisitsSchema),
  problems: v.array(v.string()),
}) satisfies v.GenericSchema<unknown, VisitsOfAll>;
