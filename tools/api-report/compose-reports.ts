import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FormerSignatures, Surface } from '@portal/federation/surface';
import {
  emitDeclarations,
  FORMER_SIGNATURES,
  readFormerSignatures,
  sharedSources,
  describeSurface,
  withoutEnding,
} from '@portal/federation/surface';
import type { Break, Name } from './find-breaks.ts';
import { findBreaks } from './find-breaks.ts';
import { getPackageFolder, parseReport, REPORT, reportText } from './report-text.ts';

/** What `npm run api-report` has to write, and the names that forbid it unless `--accept-breaks` is given. */
export interface Reports {
  /** Files by path; undefined for one that is not needed any more. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** Names of the reports in the repository that are gone or narrowed; the new reports count them. */
  readonly breaks: readonly Break[];
}

/** The surface in the reports of the repository, and how many names each package had broken. */
async function readReports(
  folders: readonly string[],
  sources: Readonly<Record<string, string>>,
): Promise<{ before: Surface; breaksBefore: ReadonlyMap<string, number> }> {
  const texts = new Map<string, string>();
  const breaksBefore = new Map<string, number>();
  for (const folder of folders) {
    const file = join(folder, REPORT);
    if (!existsSync(file)) continue;
    const report = parseReport(folder, await readFile(file, 'utf8'));
    for (const [source, text] of report.texts) texts.set(source, text);
    breaksBefore.set(folder, report.breaks);
  }
  const known = Object.entries(sources).filter(([, source]) => texts.has(withoutEnding(source)));
  return { before: describeSurface(Object.fromEntries(known), texts), breaksBefore };
}

/**
 * Names that only the shell uses: it starts the modules and provides what they need. It is built together with them, so
 * they may change.
 */
const FOR_THE_SHELL = /^start[A-Z]|Provider$/;

/** The names of `before` that have another signature now, or none. */
function changedNames(before: Surface, now: Surface): readonly Name[] {
  return [...before.modules].flatMap(([module, names]) =>
    [...names].flatMap(([name, { signature }]) =>
      FOR_THE_SHELL.test(name) || now.modules.get(module)?.get(name)?.signature === signature ? [] : [{ module, name }],
    ),
  );
}

/** The former signatures that the present ones of a package serve, too. */
function nextFormerSignatures(
  past: FormerSignatures,
  modules: readonly string[],
  { before, now, broken }: { before: Surface; now: Surface; broken: readonly Name[] },
): FormerSignatures {
  const next: FormerSignatures = {};
  for (const module of modules)
    for (const [name, { signature }] of now.modules.get(module) ?? []) {
      const old = before.modules.get(module)?.get(name)?.signature;
      if (
        old === undefined ||
        FOR_THE_SHELL.test(name) ||
        broken.some((other) => other.module === module && other.name === name)
      )
        continue;
      const recorded = past[module]?.[name];
      const earlier = recorded?.signature === old ? recorded.also : [];
      const also = [...new Set([old, ...earlier])].filter((other) => other !== signature);
      if (also.length > 0) (next[module] ??= {})[name] = { signature, also };
    }
  return next;
}

/** Compares what the shared modules export with the reports in the repository. */
export async function composeReports(root: string): Promise<Reports> {
  const sources = sharedSources(join(root, 'shell'));
  const now = describeSurface(sources, await emitDeclarations(sources));
  const folders = [...new Set([...now.declarations.keys()].map(getPackageFolder))];
  const { before, breaksBefore } = await readReports(folders, sources);
  const changed = changedNames(before, now);
  const [gone, kept] = [false, true].map((isKept) =>
    changed.filter(({ module, name }) => isKept === Boolean(now.modules.get(module)?.has(name))),
  );
  const toPath = (module: string) => relative(root, withoutEnding(sources[module] ?? ''));
  const broken: readonly Break[] = [
    ...(gone ?? []).map((name) => ({ ...name, problem: 'It is gone.' })),
    ...(await findBreaks(root, kept ?? [], before, now, toPath)),
  ];
  const files = new Map<string, string | undefined>();
  for (const folder of folders) {
    const modules = Object.keys(sources).filter((module) => getPackageFolder(sources[module] ?? '') === folder);
    const breaks = broken.filter(({ module }) => modules.includes(module)).length;
    files.set(join(folder, REPORT), reportText(folder, now.declarations, (breaksBefore.get(folder) ?? 0) + breaks));
    const signatures = nextFormerSignatures(readFormerSignatures(folder), modules, { before, now, broken });
    const isEmpty = Object.keys(signatures).length === 0;
    files.set(join(folder, FORMER_SIGNATURES), isEmpty ? undefined : `${JSON.stringify(signatures, null, 2)}\n`);
  }
  return { files, breaks: broken };
}

/** The files that are not as they should be. */
export async function staleFiles(root: string, { files }: Reports): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const [file, text] of files) {
    const present = existsSync(file) ? await readFile(file, 'utf8') : undefined;
    if (present !== text) stale.push(relative(root, file));
  }
  return stale;
}

/** One sentence for each break. */
export function describeBreaks(breaks: readonly Break[]): readonly string[] {
  return breaks.map(
    ({ module, name, problem }) =>
      `${name} of ${module} no longer serves remotes that were built with it: ${problem} Keep the old way beside the new one, or accept the break: npm run api-report -- --accept-breaks`,
  );
}
