import { create } from 'zustand';

/** The content of a notice. The caller translates the text. */
interface Notice {
  readonly kind: 'success' | 'error';
  readonly text: string;
}

export interface RaisedNotice extends Notice {
  readonly id: number;
}

/** The notices on the screen, oldest first. */
export const useNotices = create<readonly RaisedNotice[]>(() => []);
let lastId = 0;

/** Shows a notice for 3 s (specification, section 8). It replaces an earlier one of the same kind and text. */
export function notify({ kind, text }: Notice): void {
  lastId += 1;
  const notice = { kind, text, id: lastId };
  useNotices.setState(
    (raised) => [...raised.filter((other) => other.kind !== kind || other.text !== text), notice],
    true,
  );
}

export function dismiss(id: number): void {
  useNotices.setState((raised) => raised.filter((notice) => notice.id !== id), true);
}

/** The notices on the screen, oldest first; for use outside of components. */
export function raisedNotices(): readonly RaisedNotice[] {
  return useNotices.getState();
}
