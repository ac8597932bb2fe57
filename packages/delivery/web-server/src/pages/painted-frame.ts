import type { Frame } from '@portal/contract/frame';
import type { Navigation } from '@portal/contract/page';
import { PAINTED_PAGE_ID } from '@portal/contract/page-elements';
import { sectionOf } from '@portal/contract/paths';
import { escapeHtml } from '@portal/node-kit/html';
import type { OwnedRoute } from '../releases/live-parts.ts';
import { NOT_FOUND_PATH } from '../releases/live-parts.ts';
import type { PaintedPage } from './painted-document.ts';
import type { Visitor } from './visitor.ts';

/** Replaces the placeholders "%NAME%" of a template in one pass, so that placeholders in inserted text are not replaced. */
function fillPlaceholders(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/%([A-Z]+)%/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** The header items with the current section marked, as the shell's header renders them. */
function paintItems(frame: Frame, header: Navigation['header'], { language }: Visitor, currentPath: string): string {
  const section = sectionOf(
    header.map(({ path }) => path),
    currentPath,
  );
  return header
    .map(({ path, text }) =>
      fillPlaceholders(path === section ? frame.currentItem : frame.item, {
        HREF: escapeHtml(path),
        LABEL: escapeHtml(text[language]),
      }),
    )
    .join('');
}

const MAIN = /^<main[^>]*>/;

/** Puts a painted page in the place of the skeleton; one for browsers without scripts before it. */
function withPaintedPage(skeleton: string, { html, styles, unscripted, path }: PaintedPage): string {
  // The styles leave with the page, so that they never meet those of another version.
  const at = path === undefined ? '' : ` data-path="${escapeHtml(path)}"`;
  const page = `<div id="${PAINTED_PAGE_ID}" class="painted"${at}><style>${styles}</style>${html()}</div>`;
  const [main = '<main>'] = MAIN.exec(skeleton) ?? [];
  return unscripted ? skeleton.replace(MAIN, () => `${main}<noscript>${page}</noscript>`) : `${main}${page}</main>`;
}

interface FrameContent {
  readonly owned: OwnedRoute | undefined;
  readonly title: string;
  readonly painted: PaintedPage | undefined;
}

/** The header and skeleton of a route, or its painted page, shown until the shell renders. */
export function paintFrame(
  frame: Frame,
  links: Navigation['header'],
  visitor: Visitor,
  { owned, title, painted }: FrameContent,
): string {
  const { language, signedIn } = visitor;
  const header = (signedIn ? frame.header.signedIn : frame.header.signedOut)[language];
  const skeleton = frame.skeletons[owned?.route.skeleton ?? 'message'][language];
  const items = paintItems(frame, links, visitor, owned?.route.path ?? NOT_FOUND_PATH);
  const main = fillPlaceholders(skeleton, { TITLE: escapeHtml(title) });
  return fillPlaceholders(header, { ITEMS: items }) + (painted ? withPaintedPage(main, painted) : main);
}
