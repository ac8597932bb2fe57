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
  /** Deletes the entries whose text `isOver`. */
  forgetIf(isOver: (text: string) => boolean): void;
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
    forgetIf(isOver) {
      const store = storage();
      if (!store) return;
      for (const name of Object.keys(store))
        if (name.startsWith(`${prefix} `) && isOver(store.getItem(name) ?? '')) store.removeItem(name);
    },
  };
}

const inAllTabs = () => (typeof localStorage === 'undefined' ? undefined : localStorage);

/** What the user has done, in all tabs of this browser. */
export const reminders = userStorage('portal-reminder', inAllTabs);

const draftTexts = userStorage('portal-draft', () =>
  typeof sessionStorage === 'undefined' ? undefined : sessionStorage,
);
/** When a draft was kept, in milliseconds since the epoch, and its text. */
const DRAFT = /^(\d{13}) (.*)$/;

/** When the user last logged out in this browser. */
const LOG_OUT_TIME = 'portal-logged-out-at';

function logOutTime(): number {
  try {
    return Number(inAllTabs()?.getItem(LOG_OUT_TIME) ?? 0);
  } catch {
    return 0;
  }
}

/** Input that is not saved yet, in this tab. */
export const drafts = {
  read: (key: string, email: string): string => DRAFT.exec(draftTexts.read(key, email))?.[2] ?? '',
  keep: (key: string, email: string, text: string): void =>
    draftTexts.keep(key, email, text === '' ? '' : `${Date.now()} ${text}`),
  /** Deletes all drafts of this tab. */
  forget: (): void => draftTexts.forget(),
  /** Has the other tabs delete their drafts, also those that are asleep or closed, when they run again. */
  forgetInSleepingTabs(): void {
    try {
      inAllTabs()?.setItem(LOG_OUT_TIME, String(Date.now()));
    } catch {
      // Without the storage, only the tabs that run know of the log-out.
    }
  },
  /** Deletes the drafts of this tab that were kept before the last log-out, which it may have missed. */
  forgetBeforeLogOut(): void {
    const time = logOutTime();
    if (time > 0) draftTexts.forgetIf((text) => !(Number(DRAFT.exec(text)?.[1]) > time));
  },
};
