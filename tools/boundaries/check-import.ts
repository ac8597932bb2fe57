import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { IMPORT_SITES } from './import-sites.ts';
import type { ImportSite } from './import-site.ts';

/** The kinds of forbidden imports. */
export const COMPLAINTS = [
  'not-allowed',
  'past-exports',
  'leaves-package',
  'wrong-way-inside',
  'upwards',
  'sibling-feature',
  'node-in-browser',
  'through-facade',
  'test-double',
] as const;

interface Complaint {
  readonly kind: (typeof COMPLAINTS)[number];
  readonly message: string;
}

const WORKSPACE_PACKAGE = /^(@portal\/[^/]+|shell|e2e|lab|ebike-portal|mfe-[^/]+)(\/|$)/;
/** Tests, and what only they use. */
export const TEST_FILE = /(\.(test|suite|states)\.tsx?$|\/testing(\.tsx?$|\/))/;
/** Tests of every site may import these: they all count what they try in the same way. */
const FOR_EVERY_TEST = ['@portal/node-kit/testing', '@portal/node-kit/testing/*'];
const FEATURE = /^(.+\/src\/features)\/([^/]+)\//;

function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => posix.matchesGlob(path, pattern));
}

function findSite(file: string): ImportSite | undefined {
  return IMPORT_SITES.find(({ files }) => matchesAny(file, files));
}

/** The folder of the package that `file` belongs to; '' for files in the root. */
function getPackage(file: string): string {
  return /^(packages\/(?:node-kit|[^/]+\/[^/]+)|[^/]+)(?=\/)/.exec(file)?.[0] ?? '';
}

/**
 * Checks one import. `file`: path of the importing file, relative to the root of the repository (with `/`);
 * `specifier`: the text between the quotes. Undefined if the import is allowed, and for files that belong to no site.
 */
export function checkImport(file: string, specifier: string): Complaint | undefined {
  const site = findSite(file);
  if (!site) return undefined;
  if (/^(\.|\/|file:)/.test(specifier)) return checkRelative(site, file, specifier);
  if (WORKSPACE_PACKAGE.test(specifier)) return checkWorkspace(site, file, specifier);
  return checkLibrary(site, file, specifier);
}

function checkRelative(site: ImportSite, file: string, specifier: string): Complaint | undefined {
  const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier;
  if (getPackage(target) !== getPackage(file)) {
    if (matchesAny(target, site.outside ?? [])) return undefined;
    return { kind: 'leaves-package', message: `"${specifier}" leaves the package: import another one by its name` };
  }
  const targetSite = findSite(target);
  if (targetSite && targetSite !== site && !site.inside?.includes(targetSite.name) && !TEST_FILE.test(file)) {
    return { kind: 'wrong-way-inside', message: `${site.name} must not depend on ${targetSite.name}` };
  }
  return checkLayers(site, file, target) ?? checkFeature(file, target);
}

function checkLayers({ layers = [] }: ImportSite, file: string, target: string): Complaint | undefined {
  const [from, to] = [file, target].map((path) => layers.indexOf(/\/src\/([^/]+)\//.exec(path)?.[1] ?? ''));
  if (from === undefined || to === undefined || from === -1 || to <= from || TEST_FILE.test(file)) return undefined;
  return { kind: 'upwards', message: `${layers[from] ?? ''} is below ${layers[to] ?? ''}, and must not import it` };
}

function checkFeature(file: string, target: string): Complaint | undefined {
  const from = FEATURE.exec(file);
  const to = FEATURE.exec(`${target}/`);
  if (!from || !to || from[1] !== to[1] || from[2] === to[2]) return undefined;
  return {
    kind: 'sibling-feature',
    message: `the feature "${from[2]}" must not import its sibling "${to[2]}": what composes them imports both`,
  };
}

function checkWorkspace(site: ImportSite, file: string, specifier: string): Complaint | undefined {
  const inTest = TEST_FILE.test(file);
  const allowed = inTest ? [...site.imports, ...(site.testsImport ?? []), ...FOR_EVERY_TEST] : site.imports;
  if (matchesAny(specifier, allowed)) return undefined;

  const name = WORKSPACE_PACKAGE.exec(specifier)?.[1] ?? specifier;
  const entries = allowed.filter((entry) => entry === name || entry.startsWith(`${name}/`));
  if (entries.length === 0) {
    const list = allowed.length > 0 ? allowed.join(', ') : 'no workspace package';
    return { kind: 'not-allowed', message: `${site.name} imports ${list}; not "${specifier}"` };
  }
  if (specifier !== `${name}/testing`) {
    return { kind: 'past-exports', message: `${site.name} imports ${entries.join(', ')}; not "${specifier}"` };
  }
  return inTest ? undefined : { kind: 'test-double', message: `"${specifier}" is for tests` };
}

function checkLibrary(site: ImportSite, file: string, specifier: string): Complaint | undefined {
  if (isBuiltin(specifier)) {
    if (site.runsIn === 'node' || TEST_FILE.test(file)) return undefined;
    return {
      kind: 'node-in-browser',
      message: `${site.name} runs in the browser, where "${specifier}" does not exist`,
    };
  }
  const withheld = site.without?.find(({ packages }) =>
    packages.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
  );
  return withheld && { kind: 'through-facade', message: `not "${specifier}" in ${site.name}: ${withheld.because}` };
}
