/**
 * In characters, for one entry: much more than people type. Longer text was pasted, and is not kept, because the browser's storage is
 * limited.
 */
const MAX_LENGTH = 10_000;

/** FNV-1a. Distinguishes the users of one browser without storing their addresses; not a security measure. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(16);
}

function isEntry(text: string): boolean {
  return text.length <= MAX_LENGTH && !/\p{Cc}/u.test(text);
}

/** Short texts of one user in the browser's storage. All of it is optional: without a storage nothing is kept. */
export interface UserStorage {
  /** Empty if there is none, or if it is too long or contains control characters. */
  read(key: string, email: string): string;
  /** An empty text deletes the entry. */
  keep(key: string, email: string, text: string): void;
  /** Deletes the entries of all users, but for those of the user with this address. */
  forget(but?: string): void;
}

/** `find` returns the storage; it may throw, because browsers can forbid it. */
function userStorage(prefix: string, find: () => Storage | undefined): UserStorage {
  function storage(): Storage | undefined {
    try {
      return find();
    } catch {
      return undefined;
    }
  }
  const beginning = (email: string) => `${prefix} ${hash(email)} `;
  return {
    read(key, email) {
      const text = storage()?.getItem(`${beginning(email)}${key}`) ?? '';
      return isEntry(text) ? text : '';
    },
    keep(key, email, text) {
      const name = `${beginning(email)}${key}`;
      try {
        if (text === '' || !isEntry(text)) storage()?.removeItem(name);
        else storage()?.setItem(name, text);
      } catch {
        // The storage is full: the page itself still holds the text.
      }
    },
    forget(but) {
      const store = storage();
      if (!store) return;
      for (const name of Object.keys(store)) {
        const isKept = but !== undefined && name.startsWith(beginning(but));
        if (name.startsWith(`${prefix} `) && !isKept) store.removeItem(name);
      }
    },
  };
}

/** Input that is not saved yet, in this tab. */
export const drafts = userStorage('portal-draft', () =>
  typeof sessionStorage === 'undefined' ? undefined : sessionStorage,
);

/** What the user has done, in all tabs of this browser. */
export const reminders = userStorage('portal-reminder', () =>
  typeof localStorage === 'undefined' ? undefined : localStorage,
);
