/**
 * In characters, for one entry: much more than people type. Longer text was pasted, and is not kept, because the
 * browser's storage is limited.
 */
const MAX_LENGTH = 10_000;

/** FNV-1a. Distinguishes the users of one browser without storing their addresses; not a security measure. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(16);
}

/**
 * The hashes of the addresses of the person who is signed in, also of those that were asked for; the first one names
 * the person.
 */
const ADDRESSES = 'portal-addresses';

const inAllTabs = () => (typeof localStorage === 'undefined' ? undefined : localStorage);

/** All of them are optional: browsers can forbid the storage. */
function knownAddresses(): readonly string[] {
  try {
    return inAllTabs()?.getItem(ADDRESSES)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** What entries of one person begin with, whichever of the own addresses the account has. */
function person(email: string): string {
  const own = hash(email.toLowerCase());
  const [first, ...others] = knownAddresses();
  return first !== undefined && others.includes(own) ? first : own;
}

export const addresses = {
  isSamePerson: (one: string, other: string): boolean =>
    one.toLowerCase() === other.toLowerCase() || person(one) === person(other),
  /** Reports that the person with the address `current` has asked for `asked`. An empty address is nobody's. */
  remember(current: string, asked: string): void {
    if (current === '') return;
    const first = person(current);
    const known = knownAddresses();
    const all = [...(known[0] === first ? known : [first]), hash(asked.toLowerCase())];
    try {
      inAllTabs()?.setItem(ADDRESSES, [...new Set(all)].join(' '));
    } catch {
      // Without the storage, the other address will be another person's.
    }
  },
  /** `but`: keeps those of the person with this address. */
  forget(but?: string): void {
    if (but !== undefined && knownAddresses()[0] === person(but)) return;
    try {
      inAllTabs()?.removeItem(ADDRESSES);
    } catch {
      // There is nothing to forget.
    }
  },
};

function isEntry(text: string): boolean {
  return text.length <= MAX_LENGTH && !/\p{Cc}/u.test(text);
}

/**
 * Short texts of one user in the browser's storage; an empty address is nobody's. All of it is optional: without a
 * storage nothing is kept.
 */
interface UserStorage {
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
  const beginning = (email: string) => `${prefix} ${person(email)} `;
  return {
    read(key, email) {
      const text = email === '' ? '' : (storage()?.getItem(`${beginning(email)}${key}`) ?? '');
      return isEntry(text) ? text : '';
    },
    keep(key, email, text) {
      const name = `${beginning(email)}${key}`;
      try {
        if (text === '' || email === '' || !isEntry(text)) storage()?.removeItem(name);
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
