import { spawnSync } from 'node:child_process';
import { installPackages } from '../../scripts/system-packages.ts';
import type { PackageMachine } from '../../scripts/system-packages.ts';

/** What checks the PDFs of the legal documents, independently of the library that writes them. Command -> Debian's package. */
const TOOLS = { qpdf: 'qpdf', pdfinfo: 'poppler-utils', pdftotext: 'poppler-utils' } as const;

function missingPackages(): readonly string[] {
  const absent = Object.entries(TOOLS).filter(
    ([tool]) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error !== undefined,
  );
  return [...new Set(absent.map(([, debianPackage]) => debianPackage))];
}

/** Installs the tools that are missing, where that is allowed. @returns whether they are required: elsewhere the tests that need them are skipped, and listed as such. */
export function obtainPdfTools(machine: PackageMachine, missing: readonly string[] = missingPackages()): boolean {
  if (missing.length === 0) return true;
  return installPackages(missing, 'the checks of the PDFs', machine);
}
