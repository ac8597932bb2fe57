import type { Declaration } from './declaration.ts';
import type { Navigation } from './page.ts';
import { HELP_PATH } from './page.ts';
import { NO_TEXT } from './part-labels.ts';
import { matchesPath } from './paths.ts';

interface OrderedLink {
  readonly order: number;
  /** Key of its text. */
  readonly label: string;
}

/** What header and footer lead to, sorted by the order that the parts declare. */
export function buildNavigation(declarations: readonly Declaration[]): Navigation {
  const inOrder = <Link extends OrderedLink>(getLinks: (declaration: Declaration) => readonly Link[]) =>
    declarations
      .flatMap((declaration) =>
        getLinks(declaration).map((link) => ({ ...link, text: declaration.texts[link.label] ?? NO_TEXT })),
      )
      .toSorted((a, b) => a.order - b.order);
  return {
    header: inOrder(({ header }) => header).map(({ path, text }) => ({ path, text })),
    footer: inOrder(({ footer = [] }) => footer).map(({ path, text, locale }) => ({
      path,
      text,
      ...(locale !== undefined && { locale }),
    })),
    help: declarations.some(({ routes }) => routes.some(({ path }) => matchesPath(path, HELP_PATH))),
  };
}
