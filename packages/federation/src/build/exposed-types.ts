import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import { REMOTE_EXPOSE } from '@portal/contract/remote-module';
import * as v from 'valibot';
import { emitDeclarations } from '../surface/emit-declarations.ts';
import { importedSource, withoutEnding } from '../surface/imported-source.ts';
import { SPECIFIER } from '../surface/read-declarations.ts';
import { zipTexts } from './zip-texts.ts';

/** The types of a remote's exposed module, in the form in which the ecosystem's tools read them. */
export interface ExposedTypes {
  /** A zip archive with `remote.d.ts` and the declarations that it needs; no package of others. */
  readonly archive: Uint8Array;
  /** A declaration by which `loadRemote('mfe-hubs/remote')` knows what it loads. */
  readonly loadRemote: string;
}

/** Stands for the name that a host gives to the remote; the ecosystem's tools replace it. */
const EXPOSE = posix.join('REMOTE_ALIAS_IDENTIFIER', REMOTE_EXPOSE);
const LOAD_REMOTE = `export type RemoteKeys = '${EXPOSE}';
type PackageType<T> = T extends '${EXPOSE}' ? typeof import('${EXPOSE}') : any;
`;

/** Imports for their effect, such as style sheets, declare nothing. */
const EFFECT = /^import ['"][^'"]+['"];\n/gm;

const NameSchema = v.object({ name: v.string() });

/** Where the declarations of a source (without ending) are in the archive: below the name of its package. */
function placeOf(source: string): string {
  let folder = dirname(source);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const file = join(folder, 'package.json');
  const { name } = parseInput(file, NameSchema, JSON.parse(readFileSync(file, 'utf8')));
  return posix.join('compiled-types', name, relative(folder, source));
}

/** The declarations of `remote` and of all that they import, by their places in the archive. */
async function collect(remote: string): Promise<ReadonlyMap<string, string>> {
  const contract = '@portal/contract/remote-module';
  const declared = new Map(
    await emitDeclarations({ remote, [contract]: createRequire(remote).resolve(contract) }, { comments: true }),
  );
  const collected = new Map<string, string>();
  const waiting = new Set([withoutEnding(remote)]);
  for (const source of waiting) {
    const place = placeOf(source);
    const text = declared.get(source) ?? '';
    for (const [, , specifier = ''] of text.matchAll(SPECIFIER)) {
      const imported = importedSource(specifier, source);
      if (imported === undefined || declared.has(imported)) continue;
      const file = createRequire(`${source}.ts`).resolve(specifier);
      if (!/\.(tsx?|js)$/.test(file))
        throw new Error(`${source} exposes the type of ${specifier}. Write it in TypeScript, for other repositories.`);
      for (const each of await emitDeclarations({ [specifier]: file }, { comments: true })) declared.set(...each);
    }
    const written = text.replaceAll(EFFECT, '').replaceAll(SPECIFIER, (whole, quote: string, specifier: string) => {
      const imported = importedSource(specifier, source);
      if (imported === undefined) return whole;
      waiting.add(imported);
      const path = posix.relative(posix.dirname(place), `${placeOf(imported)}.js`);
      return `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
    collected.set(`${place}.d.ts`, written);
  }
  return collected;
}

/** The types of what the remote in `folder` exposes. @throws with the compiler's message if one of them cannot be written. */
export async function exposedTypes(folder: string): Promise<ExposedTypes> {
  const remote = join(folder, 'src/remote.ts');
  const declarations = await collect(remote);
  const entry = `export * from './${placeOf(withoutEnding(remote))}.js';\n`;
  const archive = zipTexts(new Map([[`${posix.basename(REMOTE_EXPOSE)}.d.ts`, entry], ...declarations]));
  return { archive, loadRemote: LOAD_REMOTE };
}
