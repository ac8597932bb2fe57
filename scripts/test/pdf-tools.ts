import { spawnSync } from 'node:child_process';

/** What judges the PDFs of the legal documents: others than the library that writes them. Command -> Debian's package. */
const TOOLS = { qpdf: 'qpdf', pdfinfo: 'poppler-utils', pdftotext: 'poppler-utils' } as const;

function missing(): readonly string[] {
  const absent = Object.entries(TOOLS).filter(
    ([tool]) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error !== undefined,
  );
  return [...new Set(absent.map(([, debianPackage]) => debianPackage))];
}

/** Installs the tools that are missing, where this user may; elsewhere the tests that need them are skipped, and listed as such. */
export function obtainPdfTools(): void {
  const packages = missing();
  if (packages.length === 0 || process.getuid?.() !== 0) return;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  const install = () => spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], options);
  if (install().status === 0) return;
  spawnSync('apt-get', ['update'], options);
  install();
}
