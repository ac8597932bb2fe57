import { version } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import * as v from 'valibot';
import { StagingProofSchema } from '../staging/staging-proof.ts';
import { actsFor } from './fields.ts';

/** `POST /copies`: where a published version was copied from. 200 is the record, a `CopySchema`. */
export const CopyBodySchema = v.strictObject({ name: partName, version, proof: StagingProofSchema, actsFor });
