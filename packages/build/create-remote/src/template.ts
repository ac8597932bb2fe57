import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The folder of this package, also as a packed program. */
export const PACKAGE = join(import.meta.dirname, '..');
/** Keeps tools from treating the templates as sources. */
const SUFFIX = '.template';

/** Values for the placeholders of the templates. */
export interface Placeholders {
  readonly NAME: string;
  readonly ID: string;
  readonly TITLE: string;
  readonly ORDER: string;
  /** The package manager of a repository of its own: "pnpm@12.0.0". */
  readonly PNPM?: string;
  /** The registry of the portal's libraries, in a repository of its own. */
  readonly REGISTRY?: string;
}

/** "bike-pass" -> "Bike pass" */
export function toTitle(id: string): string {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function filled(text: string, placeholders: Placeholders): string {
  return Object.entries(placeholders).reduce(
    (done, [placeholder, value]) => done.replaceAll(`%${placeholder}%`, String(value)),
    text,
  );
}

/** Writes every file of a template of this package into `folder`; their paths in it, sorted. */
export function writeTemplate(
  template: 'remote' | 'repository',
  folder: string,
  placeholders: Placeholders,
): readonly string[] {
  const from = join(PACKAGE, 'templates', template);
  const templates = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return templates
    .map((entry) => {
      const source = join(entry.parentPath, entry.name);
      const file = filled(relative(from, source).slice(0, -SUFFIX.length), placeholders);
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), filled(readFileSync(source, 'utf8'), placeholders));
      return file;
    })
    .sort();
}
