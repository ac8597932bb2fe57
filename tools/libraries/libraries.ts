import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';

/** A package of this repository that a remote in another repository needs. */
export interface Library {
  /** Its folder below `packages`. */
  readonly folder: string;
  readonly runsIn: 'browser' | 'node';
  /** The exports that others get; all if left out. */
  readonly exports?: readonly string[];
  /** Files that no import names: loaders, code that the bundler puts in, settings. */
  readonly also?: readonly string[];
}

export const LIBRARIES: readonly Library[] = [
  { folder: 'portal/contract', runsIn: 'browser' },
  { folder: 'portal/session', runsIn: 'browser' },
  { folder: 'portal/api', runsIn: 'browser' },
  { folder: 'portal/i18n', runsIn: 'browser' },
  { folder: 'portal/ui', runsIn: 'browser' },
  { folder: 'portal/pdf-viewer', runsIn: 'browser' },
  { folder: 'portal/remote-ui', runsIn: 'browser' },
  { folder: 'development/catalogue', runsIn: 'browser' },
  {
    folder: 'build/federation',
    runsIn: 'node',
    exports: ['./build', './development', './part-globals'],
    also: [
      'src/share-runtime/start-container.ts',
      'src/build/catalogue-loader.ts',
      ...['texts-loader', 'in-place-loader'].map((name) => `src/build/${name}.ts`),
      ...['page', 'hot-client', 'no-style-reload', 'refresh/runtime', 'jsx-dev-runtime'].map(
        (name) => `src/development/${name}.ts`,
      ),
    ],
  },
  {
    folder: 'build/remote-kit',
    runsIn: 'node',
    also: ['browser-globals', 'empty-style', 'page'].map((name) => `src/testing/${name}.mjs`),
  },
];

const Versions = v.optional(v.record(v.string(), v.string()), {});
const PackageSchema = v.object({
  name: v.string(),
  version: v.string(),
  description: v.string(),
  sideEffects: v.optional(v.boolean()),
  exports: Versions,
  dependencies: Versions,
  devDependencies: Versions,
});
export type Package = v.InferOutput<typeof PackageSchema>;

/** A package's own `package.json`. @throws {InvalidInputError} naming the file and the bad field. */
export function readPackage(folder: string): Package {
  const file = join(folder, 'package.json');
  return parseInput(file, PackageSchema, JSON.parse(readFileSync(file, 'utf8')));
}

const isTest = (file: string) => /\.test(-d)?\.tsx?$/.test(file);

/** An export's files: a pattern ("./src/*.ts") has one for each module. */
function getFiles(folder: string, target: string): readonly string[] {
  const [before = '', after] = target.split('*');
  if (after === undefined) return [target];
  const modules = readdirSync(join(folder, before)).filter((file) => file.endsWith(after) && !isTest(file));
  return modules.map((file) => join(before, file));
}

/** What the packed library exports, and the files behind it, relative to its folder. */
export function packedExports(
  root: string,
  { folder, exports }: Library,
): { readonly exports: Package['exports']; readonly files: readonly string[] } {
  const path = join(root, 'packages', folder);
  const all = readPackage(path).exports;
  const kept = Object.fromEntries(Object.entries(all).filter(([name]) => exports?.includes(name) ?? true));
  return { exports: kept, files: Object.values(kept).flatMap((target) => getFiles(path, target)) };
}
