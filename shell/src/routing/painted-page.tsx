import { PAINTED_PAGE_ID } from '@portal/contract/page-elements';
import { matchesPath } from '@portal/contract/paths';
import { useLayoutEffect, useRef, useState } from 'react';
import { focusSame, paintedFocus } from '../layout/focus-same.ts';

/** The painted page of a document, which the web server has put into the first answer. */
export interface PaintedPage {
  /** Whether it is the page of a route that has not been shown yet. */
  isFor(path: string): boolean;
  /** Its HTML as it is now: the reader may have opened an answer. */
  html(): string;
  drop(): void;
}

function paintedHtml(): string | undefined {
  return document.getElementById(PAINTED_PAGE_ID)?.innerHTML;
}

/** Finds the painted page, if the first answer has one. */
export function findPaintedPage(): PaintedPage {
  const { pathname } = window.location;
  let last = paintedHtml();
  return {
    isFor: (path) => last !== undefined && matchesPath(path, pathname),
    html() {
      last = paintedHtml() ?? last;
      return last ?? '';
    },
    drop() {
      last = undefined;
    },
  };
}

export interface PaintedContentProps {
  readonly painted: PaintedPage;
  /** Whether the page itself does not come; then the footer follows, and the controls go. */
  readonly alone?: boolean;
}

/** The painted page until the page itself is shown. It is the same HTML, so that nothing moves. */
export function PaintedContent({ painted, alone = false }: PaintedContentProps) {
  const [html] = useState(() => painted.html());
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const removed = box.current;
    return () => {
      const focused = removed && paintedFocus(removed);
      // Before the frame gives the focus to the heading.
      if (focused) queueMicrotask(() => focusSame(document, focused));
    };
  }, []);
  return (
    <div
      ref={box}
      id={PAINTED_PAGE_ID}
      className={alone ? 'painted painted--alone' : 'painted coming'}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
