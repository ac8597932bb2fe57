import type { ReleasedPart } from '@portal/contract/release';
import * as v from 'valibot';
import type { ReleaseDraft } from './store.ts';

/** A document as it lies in the store. */
export function toBytes(document: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`);
}

/** @throws when it is not JSON in UTF-8. */
export function fromBytes(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

const NewerSchema = v.looseObject({ schema: v.pipe(v.number(), v.minValue(2)) });

/** Whether it is a document of a later form than this tool knows, and so not damaged. */
export function isFromNewerTool(bytes: Uint8Array | undefined): boolean {
  try {
    return bytes !== undefined && v.is(NewerSchema, fromBytes(bytes));
  } catch {
    return false;
  }
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
