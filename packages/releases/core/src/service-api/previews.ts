import { version } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import * as v from 'valibot';
import { time } from '../format/fields.ts';
import type { SignedPreview } from '../operations/preview-versions.ts';

const versions = v.record(partName, v.pipe(v.string(), v.maxLength(500), version));

/** `POST /previews`. */
export const PreviewBodySchema = v.strictObject({ versions, anyway: v.exactOptional(v.boolean()) });

/** 200 of `POST /previews`. */
export const SignedPreviewSchema = v.strictObject({
  versions,
  until: time,
  token: v.string(),
}) satisfies v.GenericSchema<unknown, SignedPreview>;
