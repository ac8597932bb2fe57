import { parseArtifactManifest } from '@portal/contract/artifact';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { livePartsAddress, parseLiveParts } from '@portal/contract/live-parts';
import { parseLiveView } from '@portal/contract/live-view';
import { assetUrl, MANIFEST_FILE } from '@portal/contract/paths';
import { LIVE_VIEW_PATH } from '@portal/contract/page-elements';
import { getCauseMessage, getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import { secureAddress } from '@portal/node-kit/setting-table';
import type { ReleasedPart } from '@portal/federation/development';
import { mismatch } from '@portal/release/format/integrity';
import { liveParts } from '@portal/release/format/release';
import type { Store } from '@portal/release/store';
import { openTarget } from '@portal/release/target';

/** What the options name: where the released parts come from. Without any, the environment names a store or service. */
export interface Place {
  readonly store?: string | undefined;
  readonly service?: string | undefined;
  readonly portal?: string | undefined;
}

type ReadFile = (file: string) => Promise<Uint8Array>;

async function readFiles(manifest: ArtifactManifest, read: ReadFile): Promise<ReleasedPart> {
  const files = new Map<string, Uint8Array>();
  for (const file of Object.keys(manifest.files)) files.set(file, await read(file));
  return { manifest, files };
}

async function readStore(store: Store, isWanted: (name: string) => boolean): Promise<readonly ReleasedPart[]> {
  const release = await store.latestRelease();
  if (!release) throw new PlainError(`${store.place} has no release.`);
  const manifests = liveParts(release).map(({ manifest }) => manifest);
  return await Promise.all(
    manifests
      .filter(({ name }) => isWanted(name))
      .map((manifest) => readFiles(manifest, (file) => readFileOf(store, manifest, file))),
  );
}

async function readFileOf(store: Store, { name, files }: ArtifactManifest, file: string): Promise<Uint8Array> {
  const record = files[file];
  if (!record) throw new Error(`${name} has no file ${file}`);
  return await store.readFile(name, file, record);
}

const ANSWER_LIMIT_MS = 60_000;

async function ask(url: URL): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS), redirect: 'error' }).catch(
    (error: unknown) => {
      throw new PlainError(`${url.href} does not answer (${getCauseMessage(error)}).`);
    },
  );
  if (response.ok) return response;
  throw new PlainError(`${url.href} answers ${String(response.status)}: there is no portal with a release.`);
}

/** A version of a part that a portal serves, by its public documents. */
async function readServed(origin: string, name: string): Promise<ReleasedPart> {
  const at = (file: string) => new URL(assetUrl(name, file), origin);
  const address = at(MANIFEST_FILE);
  const manifest = parseArtifactManifest(address.href, await (await ask(address)).json());
  return await readFiles(manifest, async (file) => {
    const bytes = new Uint8Array(await (await ask(at(file))).arrayBuffer());
    const damage = mismatch(bytes, manifest.files[file] ?? { integrity: '', size: 0 });
    if (damage !== undefined) throw new PlainError(`${at(file).href} is damaged: ${damage}.`);
    return bytes;
  });
}

async function readPortal(portal: string, isWanted: (name: string) => boolean): Promise<readonly ReleasedPart[]> {
  const address = secureAddress(portal);
  if (address === undefined)
    throw new PlainError(
      `--portal ${portal} is not the address of a portal, such as "https://staging.example.com" (http only on this machine).`,
    );
  const { origin } = new URL(address);
  const { view } = parseLiveView(await (await ask(new URL(LIVE_VIEW_PATH, origin))).json());
  const parts = parseLiveParts(await (await ask(new URL(livePartsAddress(view, []), origin))).json());
  return await Promise.all(parts.filter(({ part }) => isWanted(part)).map(({ part }) => readServed(origin, part)));
}

/** The parts of the live release of a place, without those in `built`. @throws {PlainError} */
export async function readReleasedParts(
  { portal, ...target }: Place,
  built: readonly string[],
  note: (line: string) => void,
): Promise<readonly ReleasedPart[]> {
  const isWanted = (name: string) => !built.includes(name);
  try {
    if (portal !== undefined) return await readPortal(portal, isWanted);
    return await readStore(openTarget({ ...target }, note).store, isWanted);
  } catch (cause) {
    throw new PlainError(
      `The other parts cannot be read: ${getErrorMessage(cause)}\n` +
        'Say where they are released: --store ADDRESS, --service URL or --portal URL.',
      { cause },
    );
  }
}
