import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { allManifests, parseRelease } from '../format/release.ts';
import { describeActor } from '../release-log/actor.ts';
import { readTrustedKeys } from '../release-log/key-files.ts';
import type { ProvedDocument } from '../release-log/proof.ts';
import { checkProof } from '../release-log/proof.ts';
import { NoteError } from '../release-log/signed-note.ts';
import { minute, withoutStop } from '../format/format-values.ts';
import { requestRefusal } from '../policy/release-request.ts';
import { RefusedError } from '../policy/refusal.ts';
import { mismatch } from '../format/integrity.ts';
import type { Command } from './command.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import { lines } from './format.ts';
import { trustedFile } from './local-settings.ts';
import { readJson } from './log-commands.ts';

function refuse(problem: string): never {
  throw new RefusedError([requestRefusal(problem, 'Do not rely on it.', ['the proof'])]);
}

function tryProof(file: string, proof: unknown, trusted: readonly string[]): ReturnType<typeof checkProof> {
  try {
    return checkProof(proof, trusted);
  } catch (error) {
    if (!(error instanceof NoteError)) throw new UsageError(`${file} is no proof: ${String(error)}`);
    refuse(`${file} does not hold: ${error.message}.`);
  }
}

/** Who wrote a document, as the log has it. */
const getWriter = ({ leaf: { at, actor } }: ProvedDocument) => `logged ${minute(at)} by ${describeActor(actor)}`;

/** Finds a served file by its name in the manifests, and compares its bytes. */
async function checkServed(file: string, manifests: readonly ArtifactManifest[]): Promise<string> {
  const name = basename(file);
  const found = manifests.find(({ files }) => Object.hasOwn(files, name));
  const record = found?.files[name];
  if (!found || !record) return refuse(`${file}: no version of the release has a file of this name.`);
  const wrong = mismatch(await readFile(file), record);
  if (wrong !== undefined) refuse(`${file} is not the one of ${found.name} ${found.version}: ${wrong}.`);
  return `${name}: as in ${found.name} ${found.version}.`;
}

export const CHECK_PROOF: Command = {
  name: 'store check-proof',
  words: 'PROOF [SERVED-FILE …]',
  summary: 'check the file of "prove", and files that a browser got; needs no store',
  more:
    'Trusts the keys in --keys FILE, else LOG_KEYS, else PORTAL_STATE/trusted-keys: get them from those who release, not with the proof. Ends with 3 ' +
    'if anything does not hold.',
  options: ['keys'],
  async run({ words: [file, ...served], text }) {
    if (file === undefined) throw new UsageError('check-proof needs the file that "prove" has written.');
    const from = text('keys') ?? trustedFile();
    const trusted = await readTrustedKeys(from);
    if (trusted.length === 0)
      throw new UsageError(`${from} has no key. Name a file with keys that you trust: --keys FILE.`);
    const checked = tryProof(file, await readJson(file), trusted);
    const release = parseRelease(checked.release.key, checked.release.document);
    const { number, reason, createdBy } = release;
    const files: string[] = [];
    for (const each of served) files.push(await checkServed(each, allManifests(release)));
    return {
      text: lines(
        `Release ${String(number)} by ${createdBy} (${withoutStop(reason)}), ${getWriter(checked.release)}.`,
        ...checked.versions.map((version) => `${version.key}: ${getWriter(version)}.`),
        ...files,
        `The log ${checked.origin} with ${String(checked.entries)} entries has all of it, signed by ${checked.signedBy}.`,
      ),
      json: {
        release: number,
        by: createdBy,
        reason,
        origin: checked.origin,
        entries: checked.entries,
        signedBy: checked.signedBy,
        logged: [checked.release, ...checked.versions].map(({ key, leaf: { at, actor } }) => ({ key, at, actor })),
        files: served,
      },
    };
  },
};
