import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '@portal/release/rules';
import { withSection } from '../marked-section.ts';

const NAME = 'docs/release-policy.md';
/** The page with the table of rules. */
export const PAGE = join(import.meta.dirname, '../..', NAME);

const table = [
  '| Rule | Refuses when |',
  '| --- | --- |',
  ...Object.entries(RULES).map(([code, { when }]) => `| \`${code}\` | ${when} |`),
].join('\n');

/** The page as it is, and as it has to be. @throws {PlainError} if it lacks the markers */
export function policyPage(): { readonly present: string; readonly right: string } {
  const present = readFileSync(PAGE, 'utf8');
  return { present, right: withSection(NAME, present, 'rules', table) };
}
