import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const TEMPLATE = join(import.meta.dirname, '../template');
/** Keeps every tool from taking the templates for sources. */
const SUFFIX = '.template';

/** What the templates leave open. */
export interface Blanks {
  readonly NAME: string;
  readonly ID: string;
  readonly TITLE: string;
  readonly CONTRACT: string;
  readonly ORDER: string;
}

function filled(text: string, blanks: Blanks): string {
  return Object.entries(blanks).reduce((done, [blank, value]) => done.replaceAll(`%${blank}%`, String(value)), text);
}

/** Writes every file of the template into `folder`; their paths in it, sorted. */
export function writeTemplate(folder: string, blanks: Blanks): readonly string[] {
  const templates = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return templates
    .map((entry) => {
      const template = join(entry.parentPath, entry.name);
      const file = filled(relative(TEMPLATE, template).slice(0, -SUFFIX.length), blanks);
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), filled(readFileSync(template, 'utf8'), blanks));
      return file;
    })
    .sort();
}
