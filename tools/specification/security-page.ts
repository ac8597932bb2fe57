import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoveragePage } from './check-coverage.ts';

/** The numbers of OWASP ASVS 5.0, levels 1 and 2; a line for each section. */
const NUMBERS = join(import.meta.dirname, 'asvs-5.0-level-2.txt');

/** The page that says how the portal meets OWASP ASVS. */
export const SECURITY: CoveragePage = {
  file: 'docs/security.md',
  heading: 'ASVS',
  states: ['met', 'deviates', 'not applicable'],
  acceptsFiles: true,
  numbers: readFileSync(NUMBERS, 'utf8').trim().split(/\s+/),
};
