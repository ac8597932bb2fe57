import type { ReleaseView } from '@portal/contract/release-view';
import type { Frame } from '@portal/contract/frame';
import { sectionOf } from '@portal/contract/paths';
import { escapeHtml } from '@portal/node-kit/html';
import type { OwnedRoute } from './live-parts.ts';
import { declaredText, liveManifests, NOT_FOUND_PATH } from './live-parts.ts';
import type { Visitor } from './visitor.ts';

/** Replaces the placeholders "%NAME%" of a template in one pass, so that placeholders in inserted text are not replaced. */
function fillPlaceholders(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/%([A-Z]+)%/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** The header items of all parts in their order, with the current section marked, as the shell's header renders them. */
function paintItems(frame: Frame, release: ReleaseView, { language }: Visitor, currentPath: string): string {
  const items = liveManifests(release).flatMap((manifest) =>
    manifest.declaration.header.map((item) => ({ ...item, text: declaredText(manifest, item.label, language) })),
  );
  const section = sectionOf(
    items.map(({ path }) => path),
    currentPath,
  );
  return items
    .sort((a, b) => a.order - b.order)
    .map(({ path, text }) =>
      fillPlaceholders(path === section ? frame.currentItem : frame.item, {
        HREF: escapeHtml(path),
        LABEL: escapeHtml(text),
      }),
    )
    .join('');
}

/** The header and skeleton of a route, shown until the shell renders. */
export function paintFrame(
  frame: Frame,
  release: ReleaseView,
  visitor: Visitor,
  owned: OwnedRoute | undefined,
  title: string,
): string {
  const { language, signedIn } = visitor;
  const header = (signedIn ? frame.header.signedIn : frame.header.signedOut)[language];
  const skeleton = (frame.skeletons[owned?.route.skeleton ?? 'message'] ?? frame.skeletons.form)[language];
  const items = paintItems(frame, release, visitor, owned?.route.path ?? NOT_FOUND_PATH);
  return fillPlaceholders(header, { ITEMS: items }) + fillPlaceholders(skeleton, { TITLE: escapeHtml(title) });
}
