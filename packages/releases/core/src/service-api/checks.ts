import * as v from 'valibot';
import { CheckSchema } from '../store/checks.ts';
import { actsFor } from '../format/fields.ts';

/** `POST /checks`: what a check found. 200 is the record, a `CheckSchema`. */
export const CheckBodySchema = v.strictObject({ findings: v.omit(CheckSchema, ['schema', 'at', 'by']), actsFor });
