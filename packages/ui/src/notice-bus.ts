/** What a notice says. The text comes from whoever raises it; the ui knows no language. */
export interface Notice {
  readonly kind: 'success' | 'error';
  readonly text: string;
}

export interface RaisedNotice extends Notice {
  readonly id: number;
}

let raised: readonly RaisedNotice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly RaisedNotice[]): void {
  raised = next;
  for (const listener of listeners) listener();
}

/** Shows a notice for 3 s (specification, section 8). One that says the same as an earlier one takes its place. */
export function notify({ kind, text }: Notice): void {
  lastId += 1;
  const others = raised.filter((notice) => notice.kind !== kind || notice.text !== text);
  set([...others, { kind, text, id: lastId }]);
}

export function dismiss(id: number): void {
  set(raised.filter((notice) => notice.id !== id));
}

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The notices on the screen, oldest first. The same array until something changes. */
export function raisedNotices(): readonly RaisedNotice[] {
  return raised;
}
