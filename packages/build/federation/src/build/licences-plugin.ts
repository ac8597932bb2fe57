import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageLicence } from '@portal/contract/licences';
import { isAllowedLicence, LICENCES_FILE } from '@portal/contract/licences';
import { parseInput } from '@portal/contract/parse';
import type { Compilation, Compiler } from '@rspack/core';
import { NormalModule } from '@rspack/core';
import * as v from 'valibot';
import { emitHashedJson } from './hashed-json.ts';
import { unwrapModules } from './unwrap-modules.ts';

/** The beginning of a file's path: the folder of its package. */
const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const PackageSchema = v.object({ name: v.string(), version: v.string(), license: v.string() });

/** The licences' texts of packages that only name theirs, by the packages' names. */
type GivenTexts = Readonly<Record<string, string>>;

/** @throws if the licence is not allowed, or the package has no text that could accompany it. */
function readLicence(folder: string, given: GivenTexts): PackageLicence {
  const json: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = parseInput(`${folder}/package.json`, PackageSchema, json);
  if (!isAllowedLicence(license))
    throw new Error(
      `${name} has the licence ${license}, which packages/portal/contract/src/licences.ts does not allow.`,
    );
  const written = given[name];
  if (written !== undefined) return { name, version, licence: license, text: written };
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length === 0) throw new Error(`${name} has no file with the text of its licence ${license}.`);
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return { name, version, licence: license, text };
}

/** The portal's own libraries need no notice. */
const OWN = /[\\/]node_modules[\\/]@portal[\\/][^\\/]+$/;

/** The folders of the packages of others whose code is in the output. */
function packagesIn({ chunks, chunkGraph }: Compilation): readonly string[] {
  const modules = [...chunks].flatMap((chunk) => [...chunkGraph.getChunkModules(chunk)]).flatMap(unwrapModules);
  const files = modules.filter((module) => module instanceof NormalModule).map(({ resource }) => resource);
  const folders = new Set(files.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []));
  return [...folders].filter((folder) => !OWN.test(folder)).toSorted();
}

/** Emits the licences of the packages in the output, because their notices have to accompany every copy. */
export class LicencesPlugin {
  readonly #given: GivenTexts;

  constructor(given: GivenTexts = {}) {
    this.#given = given;
  }

  apply(compiler: Compiler): void {
    emitHashedJson(compiler, LICENCES_FILE, (compilation) => {
      const licences = packagesIn(compilation).map((folder) => readLicence(folder, this.#given));
      return licences.length === 0 ? undefined : JSON.stringify(licences);
    });
  }
}
