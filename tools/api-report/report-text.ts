import { join, relative } from 'node:path';

/** File of a package with the declarations of what it gives. */
export const REPORT = 'api-report.txt';

const HEAD = /^What this package gives the shell and remotes\. Breaking changes so far: (\d+)\./;
const SECTION = /^=== /m;

/** "/portal/packages/portal/session/src/tokens" -> "/portal/packages/portal/session" */
export function getPackageFolder(source: string): string {
  return source.slice(0, source.lastIndexOf('/src/'));
}

/**
 * The report of the package in `folder`: its declarations that count, by source, and how many names it has broken so
 * far.
 */
export function reportText(folder: string, declarations: ReadonlyMap<string, string>, breaks: number): string {
  const sections = [...declarations]
    .filter(([source, text]) => getPackageFolder(source) === folder && text !== '')
    .map(([source, text]) => `\n=== ${relative(folder, source)}\n${text}`);
  const head = `What this package gives the shell and remotes. Breaking changes so far: ${breaks}. "npm run api-report" writes this file.\n`;
  return [head, ...sections].join('');
}

/** The declarations in a report, by source, and how many names the package had broken. */
export function parseReport(folder: string, text: string): { texts: Map<string, string>; breaks: number } {
  const [, ...sections] = text.split(SECTION);
  const texts = sections.map((section) => {
    const end = section.indexOf('\n');
    return [join(folder, section.slice(0, end)), section.slice(end)] as const;
  });
  return { texts: new Map(texts), breaks: Number(HEAD.exec(text)?.[1] ?? 0) };
}
