import { version } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import * as v from 'valibot';
import { StagingProofSchema } from '../format/staging-proof.ts';
import { actsFor } from '../format/fields.ts';

/** `POST /copies`: where a published version was copied from. 200 is the record, a `CopySchema`. */
export const CopyBodySchema = v.strictObject({ name: partName, version, proof: StagingProofSchema, actsFor });
