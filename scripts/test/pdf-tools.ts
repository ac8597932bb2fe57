import { spawnSync } from 'node:child_process';

/** What judges the PDFs of the legal documents: others than the library that writes them. Command -> Debian's package. */
const TOOLS = { qpdf: 'qpdf', pdfinfo: 'poppler-utils', pdftotext: 'poppler-utils' } as const;

function missing(): readonly string[] {
  const absent = Object.entries(TOOLS).filter(
    ([tool]) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error !== undefined,
  );
  return [...new Set(absent.map(([, debianPackage]) => debianPackage))];
}

/** Installs the tools that are missing, where this user may. @returns whether they have to be there: elsewhere the tests that need them are skipped, and listed as such. */
export function obtainPdfTools(): boolean {
  const packages = missing();
  if (packages.length === 0) return true;
  if (process.getuid?.() !== 0) return false;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  const install = () => spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], options);
  if (install().status === 0) return true;
  spawnSync('apt-get', ['update'], options);
  install();
  return true;
}
