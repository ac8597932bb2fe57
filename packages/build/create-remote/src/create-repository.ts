import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import { parseJson } from '@portal/contract/parse-json';
import * as v from 'valibot';
import { checkName } from './check-name.ts';
import type { Placeholders } from './template.ts';
import { PACKAGE, toTitle, writeTemplate } from './template.ts';

/** Where the remote's item is in the header: after those of the portal's own remotes. */
const ORDER = '100';

const Texts = v.optional(v.record(v.string(), v.string()), {});
/**
 * What is beside the templates: the version of each package, or that the catalog has it, and the package manager.
 */
const KitSchema = v.object({ pnpm: v.string(), packages: v.record(v.string(), v.string()) });
const PackageSchema = v.looseObject({
  name: v.optional(v.string()),
  version: v.optional(v.string()),
  scripts: Texts,
  dependencies: Texts,
  devDependencies: Texts,
});
type Package = v.InferOutput<typeof PackageSchema>;

function readJson<const Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> {
  return parseInput(file, schema, parseJson(file, readFileSync(file, 'utf8')));
}

/** The remote's `package.json` with what a repository of its own has besides, and packages as they are named there. */
function combined(remote: Package, repository: Package, packages: Readonly<Record<string, string>>): Package {
  const installed = (list: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.keys(list)
        .toSorted()
        .map((name) => {
          const from = packages[name];
          if (from === undefined) throw new Error(`${name} is not among the packages of the portal.`);
          return [name, from];
        }),
    );
  const { name, version, ...rest } = { ...remote, ...repository };
  return {
    name,
    version,
    ...rest,
    scripts: { ...remote.scripts, ...repository.scripts },
    dependencies: installed(remote.dependencies),
    devDependencies: installed({ ...remote.devDependencies, ...repository.devDependencies }),
  };
}

interface NewRepository {
  readonly folder: string;
  readonly pnpm: string;
}

/**
 * Writes a repository with one small, complete remote into the folder `name` of `parent`: the remote that a checkout of
 * the portal would get, with types, lint, tests, build and pipeline, and the libraries from `registry`.
 * @throws {NameRefusedError}; then nothing is written.
 */
export function createRepository(parent: string, name: string, registry: string): NewRepository {
  const id = checkName(parent, name, []);
  const { pnpm, packages } = readJson(join(PACKAGE, 'kit.json'), KitSchema);
  const folder = join(parent, name);
  const placeholders: Placeholders = { NAME: name, ID: id, TITLE: toTitle(id), ORDER, PNPM: pnpm, REGISTRY: registry };
  const manifest = join(folder, 'package.json');
  const write = (template: 'remote' | 'repository'): Package => {
    writeTemplate(template, folder, placeholders);
    return readJson(manifest, PackageSchema);
  };
  const [remote, repository] = [write('remote'), write('repository')];
  writeFileSync(manifest, `${JSON.stringify(combined(remote, repository, packages), null, 2)}\n`);
  return { folder, pnpm };
}
