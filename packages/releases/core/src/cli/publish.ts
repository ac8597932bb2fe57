import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { hasCode } from '@portal/node-kit/error-code';
import * as v from 'valibot';
import { suggestion } from '../format/suggestion.ts';
import { describeSource } from '../operations/describe-provenance.ts';
import type { Command } from './command.ts';
import { atMost, checkExpected } from './command.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import { lines } from './format.ts';

/** Folders of parts in the current folder; none if it cannot be read. */
function partsHere(): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync('.');
  } catch {
    return [];
  }
  return names
    .filter((name) => ['shell.json', 'remote.json'].some((declaration) => existsSync(join(name, declaration))))
    .sort();
}

/** Why this user may not look into a folder; undefined if that is not so. */
function whyNotRead(folder: string): string | undefined {
  try {
    readdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM')) return getErrorMessage(error);
  }
  return undefined;
}

const VersionSchema = v.pipe(v.string(), v.parseJson(), v.object({ name: v.string(), version: v.string() }));

/** Name and version in a JSON file; undefined if it has none, which others say better. */
function readNameAndVersion(file: string): v.InferOutput<typeof VersionSchema> | undefined {
  try {
    return v.parse(VersionSchema, readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @throws {UsageError} if the package.json beside the build has another version: the build is old. */
function checkBuiltVersion(build: string, word: string): void {
  const [built, wanted] = [join(build, 'manifest.json'), join(dirname(build), 'package.json')].map(readNameAndVersion);
  if (!built || built.name !== wanted?.name) return;
  // A build may have a suffix of its own (PORTAL_VERSION_SUFFIX).
  if (built.version === wanted.version || built.version.startsWith(`${wanted.version}-`)) return;
  throw new UsageError(
    `The build in ${build} is ${built.name} ${built.version}, but its package.json says ${wanted.version}. Next: ${buildCommand(word === '.' ? '.' : built.name)}`,
  );
}

/** The folder of the build: the named folder, or "dist" inside it. */
function getBuild(word: string | undefined): string {
  if (word === undefined) throw new UsageError('publish needs a remote, such as "publish mfe-hubs".');
  const folder = resolve(word);
  const build = existsSync(join(folder, 'manifest.json')) ? folder : join(folder, 'dist');
  if (existsSync(join(build, 'manifest.json'))) {
    checkBuiltVersion(build, word);
    return build;
  }
  const problem = whyNotRead(folder) ?? whyNotRead(build);
  if (problem !== undefined) throw new UsageError(`${word} cannot be read (${problem}).`);
  if (!existsSync(folder)) {
    // Only a bare name may be a slip for a part that is here.
    const here = basename(word) === word ? partsHere() : [];
    throw new UsageError(
      `There is no folder ${folder}. ${suggestion(word, here)}${here.length === 0 ? 'Name a folder with a build.' : `Parts here: ${here.join(', ')}.`}`,
    );
  }
  throw new UsageError(
    `${word} has no build: there is no ${join(build, 'manifest.json')}. Next: ${buildCommand(word)}`,
  );
}

/** A remote is a folder of the portal's repository, or the root of its own. */
const buildCommand = (word: string) => (word === '.' ? 'npm run build' : `npm run build --prefix ${word}`);

export const PUBLISH: Command = {
  name: 'publish',
  words: 'PART',
  summary: 'put the build of a remote (its name or folder) into the store',
  more:
    'Customers do not get it yet. The version is that of PART/package.json; the same bytes again change nothing, other bytes are refused. So is a ' +
    'version that could not be promoted now, unless --ahead is given.',
  options: ['ahead', 'expect', 'dry-run'],
  async run(call) {
    const { writer, words, flag, isDryRun } = call;
    atMost(words, 1);
    await checkExpected(call);
    const { result, published } = await writer.publish({ folder: getBuild(words[0]), ahead: flag('ahead') });
    const { manifest, builtAt, provenance } = published;
    const { name, version } = manifest;
    const again =
      result === 'published'
        ? undefined
        : `Not what you built? Raise "version" in ${words[0] === '.' ? '' : `${name}/`}package.json, then: ${buildCommand(words[0] === '.' ? '.' : name)}`;
    const state =
      result === 'published'
        ? `${isDryRun ? 'would be' : 'is'} published`
        : 'was already published with the same bytes';
    return {
      text: lines(
        `${name} ${version} ${state}. Source: ${describeSource(provenance)}.`,
        again,
        `Next, for a share of the visitors: npm run release -- canary ${name}@${version} 10% --reason "…"`,
        `Next, for everybody:               npm run release -- promote ${name}@${version} --reason "…"`,
      ),
      json: { outcome: result, name, version, builtAt, provenance, files: manifest.files },
    };
  },
};
