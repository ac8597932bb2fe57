import { version } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import * as v from 'valibot';
import { time } from '../format/fields.ts';
import type { SignedPreview } from '../operations/preview-versions.ts';
import { readOverrideOrigin } from '../release-log/preview-token.ts';

const versions = v.record(partName, v.pipe(v.string(), v.maxLength(500), version));

const origin = v.pipe(
  v.string(),
  v.maxLength(500),
  v.check((text) => readOverrideOrigin(text) === text, 'must be an origin such as "http://localhost:4000"'),
);
const override = v.exactOptional(v.strictObject({ part: partName, origin }));

/** `POST /previews`. */
export const PreviewBodySchema = v.strictObject({ versions, override, anyway: v.exactOptional(v.boolean()) });

/** 200 of `POST /previews`. */
export const SignedPreviewSchema = v.strictObject({
  versions,
  override,
  until: time,
  token: v.string(),
}) satisfies v.GenericSchema<unknown, SignedPreview>;
