import { focusIfLost } from '@portal/ui';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { HubEntry } from './list-state.ts';

/**
 * When a hub has left the list, the focus goes to the row that followed it, or to the heading (ADR 14). Returns the
 * function by which each row names its element for that.
 */
export function useFocusAfterRemoval(
  entries: readonly HubEntry[],
  shown: readonly HubEntry[],
  heading: RefObject<HTMLElement | null>,
): (key: string, element: HTMLElement | null) => void {
  const [homes] = useState(() => new Map<string, HTMLElement>());
  const before = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const there = new Set(entries.map(({ key }) => key));
    const removed = before.current.findIndex((key) => !there.has(key));
    if (removed !== -1) {
      const next = before.current.slice(removed + 1).map((key) => homes.get(key));
      focusIfLost(next.find((home) => home !== undefined) ?? heading.current);
    }
    before.current = shown.map(({ key }) => key);
  }, [entries, shown, homes, heading]);

  return useCallback(
    (key, element) => {
      if (element) homes.set(key, element);
      else homes.delete(key);
    },
    [homes],
  );
}
