import type { VisitorRelease } from '@portal/contract/cohort';
import type { Frame } from '@portal/contract/frame';
import { escapeHtml, fillPlaces } from './html.ts';
import type { OwnedRoute } from './live-parts.ts';
import { declaredText, liveManifests } from './live-parts.ts';
import type { Visitor } from './visitor.ts';

/** The header items of all parts, in their order, the one of the current route marked. */
function paintItems(
  frame: Frame,
  release: VisitorRelease,
  { language }: Visitor,
  currentPath: string | undefined,
): string {
  const items = liveManifests(release).flatMap((manifest) =>
    manifest.declaration.header.map((item) => ({ ...item, text: declaredText(manifest, item.label, language) })),
  );
  return items
    .sort((a, b) => a.order - b.order)
    .map(({ path, text }) =>
      fillPlaces(path === currentPath ? frame.currentItem : frame.item, {
        HREF: escapeHtml(path),
        LABEL: escapeHtml(text),
      }),
    )
    .join('');
}

/** Header and skeleton of a route, as they stand until the shell renders. */
export function paintFrame(
  frame: Frame,
  release: VisitorRelease,
  visitor: Visitor,
  owned: OwnedRoute | undefined,
  title: string,
): string {
  const { language, signedIn } = visitor;
  const header = (signedIn ? frame.header.signedIn : frame.header.signedOut)[language];
  const skeleton = frame.skeletons[owned?.route.skeleton ?? 'message'][language];
  const items = paintItems(frame, release, visitor, owned?.route.path);
  return fillPlaces(header, { ITEMS: items }) + fillPlaces(skeleton, { TITLE: escapeHtml(title) });
}
