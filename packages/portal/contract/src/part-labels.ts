import type { Declaration } from './declaration.ts';
import { NO_TEXT, PART_NAME_TEXT } from './declaration.ts';
import type { Language } from './language.ts';

type Text = Declaration['texts'][string];

/** A part's name for people; without one, the label of its first header item, else the title of its first route. */
export function partText({ header, routes, texts }: Pick<Declaration, 'header' | 'routes' | 'texts'>): Text {
  return texts[PART_NAME_TEXT] ?? texts[header[0]?.label ?? routes[0]?.title ?? ''] ?? NO_TEXT;
}

/** The same in one language. */
export function partName(declaration: Pick<Declaration, 'header' | 'routes' | 'texts'>, language: Language): string {
  return partText(declaration)[language];
}

/** The day of a build as dd.mm.yyyy, in UTC: the same for the web server and every reader. */
export function buildDay(builtAt: string): string {
  return new Date(builtAt).toISOString().slice(0, 10).split('-').toReversed().join('.');
}

/** The version without the suffix that distinguishes builds of one version. */
export function plainVersion(version: string): string {
  return version.replace(/-.*$/, '');
}
