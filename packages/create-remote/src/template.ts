import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const TEMPLATE = join(import.meta.dirname, '../template');
/** Keeps tools from treating the templates as sources. */
const SUFFIX = '.template';

/** Values for the placeholders of the templates. */
export interface Placeholders {
  readonly NAME: string;
  readonly ID: string;
  readonly TITLE: string;
  readonly ORDER: string;
}

function filled(text: string, placeholders: Placeholders): string {
  return Object.entries(placeholders).reduce(
    (done, [placeholder, value]) => done.replaceAll(`%${placeholder}%`, String(value)),
    text,
  );
}

/** Writes every file of the template into `folder`; their paths in it, sorted. */
export function writeTemplate(folder: string, placeholders: Placeholders): readonly string[] {
  const templates = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return templates
    .map((entry) => {
      const template = join(entry.parentPath, entry.name);
      const file = filled(relative(TEMPLATE, template).slice(0, -SUFFIX.length), placeholders);
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), filled(readFileSync(template, 'utf8'), placeholders));
      return file;
    })
    .sort();
}
