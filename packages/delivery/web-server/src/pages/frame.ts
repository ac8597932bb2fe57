import type { Frame } from '@portal/contract/frame';
import { NO_SKELETON } from '@portal/contract/frame';
import type { Markup } from '@portal/contract/markup';
import { expandMarkup } from '@portal/contract/markup';
import type { Navigation } from '@portal/contract/page';
import { PRERENDERED_PAGE_ID } from '@portal/contract/page-elements';
import { findSection } from '@portal/contract/paths';
import type { OwnedRoute } from '../releases/live-parts.ts';
import { NOT_FOUND_PATH } from '../releases/live-parts.ts';
import type { ShownPage } from './prerendered-page.ts';
import { toHtml } from './to-html.ts';
import type { Visitor } from './visitor.ts';

/** The header items with the current section marked, as the shell's header renders them. */
function headerItems({ item }: Frame, header: Navigation['header'], { language }: Visitor, currentPath: string) {
  const section = findSection(
    header.map(({ path }) => path),
    currentPath,
  );
  return header.flatMap(({ path, text }) =>
    expandMarkup(item, {
      choices: { current: String(path === section) },
      texts: { 'link.path': path, label: text[language] },
    }),
  );
}

/** A prerendered page in the place of the skeleton, or, for browsers without scripts, before it. */
function pageNodes({ nodes, styles, unscripted, path }: ShownPage): readonly Markup[] {
  // The styles leave with the page, so that they never meet those of another version.
  const attributes = {
    id: PRERENDERED_PAGE_ID,
    class: 'prerendered',
    ...(path !== undefined && { 'data-path': path }),
  };
  const page: Markup = ['div', attributes, [['style', {}, [styles]], ...nodes()]];
  return unscripted ? [['noscript', {}, [page]]] : [page];
}

interface FrameContent {
  readonly owned: OwnedRoute | undefined;
  readonly title: string;
  readonly page: ShownPage | undefined;
}

/** The header and skeleton of a route, or its prerendered page, shown until the shell renders. */
export function renderFrame(
  frame: Frame,
  links: Navigation['header'],
  visitor: Visitor,
  { owned, title, page }: FrameContent,
): string {
  const { language, signedIn } = visitor;
  const skeleton = page?.unscripted === false ? NO_SKELETON : (owned?.route.skeleton ?? 'message');
  return toHtml(
    expandMarkup(frame.page[language], {
      choices: { signedIn: String(signedIn), skeleton },
      texts: { title },
      nodes: {
        items: headerItems(frame, links, visitor, owned?.route.path ?? NOT_FOUND_PATH),
        page: page ? pageNodes(page) : [],
      },
    }),
  );
}
