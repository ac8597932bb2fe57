import { spawnSync } from 'node:child_process';
import { installPackages } from '../../scripts/system-packages.ts';
import type { PackageMachine } from '../../scripts/system-packages.ts';

/**
 * Command -> Debian package. These tools check the PDFs of the legal documents independently of the library that writes
 * them.
 */
const TOOLS = { qpdf: 'qpdf', pdfinfo: 'poppler-utils', pdftotext: 'poppler-utils' } as const;

function missingPackages(): readonly string[] {
  const absent = Object.entries(TOOLS).filter(
    ([tool]) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error !== undefined,
  );
  return [...new Set(absent.map(([, debianPackage]) => debianPackage))];
}

/**
 * Installs missing tools if that is allowed. @returns whether the tests may require them; otherwise those tests are
 * skipped and listed.
 */
export function obtainPdfTools(machine: PackageMachine, missing: readonly string[] = missingPackages()): boolean {
  if (missing.length === 0) return true;
  return installPackages(missing, 'the checks of the PDFs', machine);
}
