import type { Release, ReleasedPart } from '@portal/contract/release';
import { ReleaseSchema } from '@portal/contract/release';
import * as v from 'valibot';
import { StoreError } from '../errors.ts';
import { OutlineSchema } from './release-summary.ts';

/** A release before it is created: `number` is one more than that of the release that it was made from; damaged ones may lie between. */
export type ReleaseDraft = Omit<Release, 'previous'>;

/** A document as it lies in the store. */
export function toBytes(document: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`);
}

/** @throws when it is not JSON in UTF-8. */
export function fromBytes(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

const LaterFormSchema = v.looseObject({ schema: v.pipe(v.number(), v.minValue(2)) });

/**
 * Whether bytes that cannot be read as release `number` were written by a newer checkout, and so are not damaged: a document of a later
 * form, or one that is whole in outline and carries what this checkout does not know, such as a field of a manifest.
 */
function isFromNewerCheckout(bytes: Uint8Array | undefined, number: number): boolean {
  try {
    const document = bytes === undefined ? undefined : fromBytes(bytes);
    if (v.is(LaterFormSchema, document)) return true;
    return v.is(OutlineSchema, document) && document.number === number && !v.is(ReleaseSchema, document);
  } catch {
    return false;
  }
}

const UPDATE =
  'Update this checkout, and start a running console again. If no checkout can read the release, it is damaged: restore it from a backup, or, ' +
  'where there is none, empty the file, so that it is passed over.';

/** Why release `number` cannot be read: `error`, unless that took what a newer checkout wrote for damage. */
export function unlessNewer(error: unknown, bytes: Uint8Array | undefined, number: number): unknown {
  if (!(error instanceof StoreError) || error.kind !== 'damaged' || !isFromNewerCheckout(bytes, number)) return error;
  const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
  return new StoreError('newer', error.key, `A newer checkout wrote ${reason}.`, UPDATE, error);
}

function* partsOf({ shell, remotes, canaries }: ReleaseDraft): Generator<readonly [string, ReleasedPart]> {
  yield ['shell', shell];
  for (const [name, remote] of Object.entries(remotes)) {
    yield [name, remote];
    if (remote.fallback) yield [name, remote.fallback];
  }
  yield* Object.entries(canaries);
}

/** What the schema cannot say: that each part is the one it is filed under. @throws when one is not. */
export function checkParts(release: ReleaseDraft): void {
  for (const [name, { version, manifest }] of partsOf(release)) {
    if (manifest.name !== name || manifest.version !== version) {
      throw new Error(`"${name}" ${version} carries the manifest of "${manifest.name}" ${manifest.version}`);
    }
  }
}
