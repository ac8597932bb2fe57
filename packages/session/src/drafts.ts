const PREFIX = 'portal-draft';
/**
 * In characters, for one field or all fields of a form as JSON: much more than people type there. Longer text was pasted, and
 * is not kept, because this tab's storage is limited.
 */
const MAX_LENGTH = 10_000;

/** This tab's storage; undefined if the browser forbids it. Drafts are optional. */
function storage(): Storage | undefined {
  try {
    return typeof sessionStorage === 'undefined' ? undefined : sessionStorage;
  } catch {
    return undefined;
  }
}

/** FNV-1a. Distinguishes the users of one tab without storing their addresses; not a security measure. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(16);
}

function nameOf(key: string, email: string): string {
  return `${PREFIX} ${hash(email)} ${key}`;
}

function isDraft(text: string): boolean {
  return text.length <= MAX_LENGTH && !/\p{Cc}/u.test(text);
}

/** The user's draft in this tab; empty if there is none, or if it is too long or contains control characters. */
export function readDraft(key: string, email: string): string {
  const text = storage()?.getItem(nameOf(key, email)) ?? '';
  return isDraft(text) ? text : '';
}

export function keepDraft(key: string, email: string, text: string): void {
  const name = nameOf(key, email);
  try {
    if (text === '' || !isDraft(text)) storage()?.removeItem(name);
    else storage()?.setItem(name, text);
  } catch {
    // The storage is full: the field itself still holds the text.
  }
}

/** Removes the drafts of all users of this tab. */
export function forgetDrafts(): void {
  const store = storage();
  if (!store) return;
  for (const name of Object.keys(store)) if (name.startsWith(`${PREFIX} `)) store.removeItem(name);
}
