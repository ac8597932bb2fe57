import { PRERENDERED_PAGE_ID } from '@portal/contract/page-elements';
import { matchesPath } from '@portal/contract/paths';
import { useLayoutEffect, useRef, useState } from 'react';
import { restoreFocus, findFocused } from '../layout/restore-focus.ts';

/** The prerendered page, which the web server has put into the first answer. */
export interface PrerenderedPage {
  /** Whether it is the page of a route that has not been shown yet, or of one that leads there. */
  isFor(path: string): boolean;
  /** A copy as it is now, because the reader may have opened an answer, and its height in pixels. */
  copy(): { readonly nodes: readonly Node[]; readonly height: number };
  drop(): void;
}

/** Copies of lists have lost what was chosen in them. */
function keepChoices(from: ParentNode | null, copies: readonly Node[]): void {
  const chosen = [...(from?.querySelectorAll('select') ?? [])];
  const lists = copies.flatMap((copy) => (copy instanceof Element ? [...copy.querySelectorAll('select')] : []));
  for (const [index, list] of lists.entries()) list.value = chosen[index]?.value ?? list.value;
}

/** Finds the prerendered page, if the first answer has one. */
export function findPrerenderedPage(): PrerenderedPage {
  const { pathname } = window.location;
  let last: HTMLElement | null = null;
  let shownAt: string | undefined;
  let isDropped = false;
  // A first screen may be filled while the shell starts.
  const find = () => {
    if (isDropped) return;
    last = document.getElementById(PRERENDERED_PAGE_ID) ?? last;
    shownAt ??= last?.dataset['path'];
  };
  find();
  return {
    isFor(path) {
      find();
      return last !== null && (path === shownAt || matchesPath(path, pathname));
    },
    copy() {
      find();
      const nodes = [...(last?.childNodes ?? [])].map((node) => node.cloneNode(true));
      keepChoices(last, nodes);
      return { nodes, height: last?.offsetHeight ?? 0 };
    },
    drop() {
      isDropped = true;
      last = null;
    },
  };
}

interface PrerenderedContentProps {
  readonly prerendered: PrerenderedPage;
  /** Whether the page itself does not come; then the footer follows, and the controls go. */
  readonly alone?: boolean;
}

/**
 * The prerendered page until the page itself is shown: the same elements, so that nothing moves. The policy allows no
 * `innerHTML`.
 */
export function PrerenderedContent({ prerendered, alone = false }: PrerenderedContentProps) {
  const [{ nodes, height }] = useState(() => prerendered.copy());
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    element?.replaceChildren(...nodes);
    element?.style.removeProperty('min-block-size');
    return () => {
      const focused = element && findFocused(element);
      // Before the frame gives the focus to the heading.
      if (focused) queueMicrotask(() => restoreFocus(document, focused));
    };
  }, [nodes]);
  return (
    <div
      ref={box}
      id={PRERENDERED_PAGE_ID}
      className={alone ? 'prerendered prerendered--alone' : 'prerendered coming'}
      // Other effects measure before the content is here; a shorter page would lose the reader's place.
      style={{ minBlockSize: height }}
    />
  );
}
