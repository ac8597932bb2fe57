import { join, relative } from 'node:path';

/** File of a package with the declarations of what it gives. */
export const REPORT = 'api-report.txt';

const HEAD = /^What this package gives the shell and remotes, under contract (\d+)\./;
const SECTION = /^=== (.+)$/m;

/** "/portal/packages/session/src/tokens" -> "/portal/packages/session" */
export function packageFolderOf(source: string): string {
  return source.slice(0, source.lastIndexOf('/src/'));
}

/** The report of the package in `folder`: its declarations that count, by source. */
export function reportText(folder: string, declarations: ReadonlyMap<string, string>, major: string): string {
  const sections = [...declarations]
    .filter(([source, text]) => packageFolderOf(source) === folder && text !== '')
    .map(([source, text]) => `\n=== ${relative(folder, source)}\n${text}`);
  const head = `What this package gives the shell and remotes, under contract ${major}. "npm run api-report" writes this file.\n`;
  return [head, ...sections].join('');
}

/** The declarations in a report, by source, and the major number of the contract under which it was written. */
export function parseReport(folder: string, text: string): { texts: Map<string, string>; major: string | undefined } {
  const [, ...parts] = text.split(SECTION);
  const texts = new Map<string, string>();
  for (let index = 0; index < parts.length; index += 2)
    texts.set(join(folder, parts[index] ?? ''), parts[index + 1] ?? '');
  return { texts, major: HEAD.exec(text)?.[1] };
}
