import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingTable } from '@portal/node-kit/setting-table';
import { COMMAND_SETTINGS } from '@portal/release/command-settings';
import { S3_SETTINGS } from '@portal/release/s3-settings';
import { CONSOLE_SETTINGS } from '@portal/release-console/settings';
import { SERVICE_SETTINGS } from '@portal/release-service/settings';
import { WEB_SERVER_SETTINGS } from '@portal/web-server/settings';
import { withSection } from '../marked-section.ts';
import { configRows } from './config-keys.ts';

const NAME = 'docs/operating.md';
const ROOT = join(import.meta.dirname, '../..');
/** The page with the tables. */
export const PAGE = join(ROOT, NAME);

/** A `config.json` with every key. Operators get it with the web server. */
export const EXAMPLE = readFileSync(join(ROOT, 'operations/packages/config.example.json'), 'utf8');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const formatTable = (settings: SettingTable): string =>
  table(
    ['Variable', 'Meaning', 'Default'],
    Object.entries(settings).map(([name, { description, default: defaultText }]) => [
      `\`${name}\``,
      description,
      defaultText,
    ]),
  );

/** What the console reads only where it works on the store itself. */
const ALONE = /^without `RELEASE_SERVICE`: /;

/** The variables of all programs: who reads each, by the letter of the program. */
function joinTables(programs: Readonly<Record<string, SettingTable>>): string {
  const rows = new Map<string, readonly string[]>();
  for (const [letter, settings] of Object.entries(programs))
    for (const [name, { description, default: defaultText }] of Object.entries(settings)) {
      const cells = [description.replace(ALONE, ''), defaultText];
      const key = [name, ...cells].join();
      const reader = ALONE.test(description) ? letter.toLowerCase() : letter;
      rows.set(key, [`\`${name}\``, (rows.get(key)?.[1] ?? '') + reader, ...cells]);
    }
  return table(['Variable', 'Of', 'Meaning', 'Default'], [...rows.values()]);
}

/** Of each program, for its package; by its name. */
export const PROGRAM_TABLES = {
  'web server': formatTable(WEB_SERVER_SETTINGS),
  'release service': formatTable(SERVICE_SETTINGS),
  'release console': formatTable(CONSOLE_SETTINGS),
  'release command': formatTable(COMMAND_SETTINGS),
  'store on S3': formatTable(S3_SETTINGS),
} as const satisfies Readonly<Record<string, string>>;

/** Of the page, by the names of their markers. */
const TABLES = {
  'settings of all programs': joinTables({
    W: WEB_SERVER_SETTINGS,
    S: SERVICE_SETTINGS,
    C: CONSOLE_SETTINGS,
    R: COMMAND_SETTINGS,
  }),
  'settings of a store on S3': PROGRAM_TABLES['store on S3'],
  'keys of config.json': table(['Key', 'Meaning'], configRows),
} as const satisfies Readonly<Record<string, string>>;

/** The page as it is, and as it has to be. @throws {PlainError} if it lacks a marker */
export function operatingPage(): { readonly present: string; readonly right: string } {
  const present = readFileSync(PAGE, 'utf8');
  const right = Object.entries(TABLES).reduce((page, [name, text]) => withSection(NAME, page, name, text), present);
  return { present, right };
}
