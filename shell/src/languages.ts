import { accessTokenIn, cookieValues, ownCookieName } from '@portal/contract/cookies';
import type { Language } from '@portal/contract/language';
import {
  chooseLanguage,
  CHOSEN_LANGUAGE_COOKIE,
  LANGUAGES,
  parseLanguage,
  USER_LANGUAGE_COOKIE,
} from '@portal/contract/language';
import { onlyValue } from '@portal/contract/paths';
import type { Messages } from '@portal/contract/remote-module';
import { chunkInTime } from '@portal/contract/time-limit';
import type { RemoteLoader } from '@portal/federation/runtime';
import {
  addMessages,
  changeLanguage,
  currentLanguage,
  rememberChosenLanguage,
  rememberUserLanguage,
} from '@portal/i18n';
import { session } from '@portal/session';

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: Messages }>>> = {
  en: () => import(/* webpackChunkName: "locale-en" */ './locales/en.json', { with: { type: 'json' } }),
  de: () => import(/* webpackChunkName: "locale-de" */ './locales/de.json', { with: { type: 'json' } }),
  fr: () => import(/* webpackChunkName: "locale-fr" */ './locales/fr.json', { with: { type: 'json' } }),
  nl: () => import(/* webpackChunkName: "locale-nl" */ './locales/nl.json', { with: { type: 'json' } }),
};

function cookie(name: string): string | undefined {
  return cookieValues(document.cookie, ownCookieName(name, location.protocol === 'https:'))[0];
}

function localeInAddress(): string | null {
  return onlyValue(new URLSearchParams(window.location.search), 'locale');
}

/** The language to start with: cookies, address and browser decide (specification, section 9). */
export function browserLanguage(): Language {
  const isSignedIn = accessTokenIn(document.cookie) !== undefined;
  return chooseLanguage({
    chosen: cookie(CHOSEN_LANGUAGE_COOKIE),
    user: isSignedIn ? cookie(USER_LANGUAGE_COOKIE) : undefined,
    locale: localeInAddress(),
    browser: navigator.language,
  });
}

/** Whether only the account, which is still loading, can tell the language: on a user's first visit in this browser. */
export function accountDecidesLanguage(): boolean {
  const isSignedIn = accessTokenIn(document.cookie) !== undefined;
  return (
    isSignedIn &&
    [CHOSEN_LANGUAGE_COOKIE, USER_LANGUAGE_COOKIE].every((name) => parseLanguage(cookie(name)) === undefined)
  );
}

/** @throws {Error} when the texts do not arrive in time. */
export async function loadShellMessages(language: Language): Promise<Messages> {
  return (await chunkInTime(`The texts in "${language}"`, LOADERS[language]())).default;
}

let change: Promise<void> = Promise.resolve();

/** Resolves when no change of the language is running, whether or not the last one succeeded. */
export function languageSettled(): Promise<void> {
  return change.catch(() => undefined);
}

/**
 * Resolves when a page can be shown without changing its language afterwards, which would move everything: when
 * `checked`, the session's first check, is over if that decides the language, at the latest after `limit` milliseconds,
 * and no change is running.
 */
export async function languageKnown(checked: Promise<unknown>, limit: number): Promise<void> {
  if (accountDecidesLanguage()) await Promise.race([checked, new Promise((resolve) => setTimeout(resolve, limit))]);
  await languageSettled();
}

type LoadMessages = (language: Language) => Promise<Messages>;

/** The shell's namespaces that this tab has loaded: the main one, and those of opened pages. */
const shellTexts = new Map<string, LoadMessages>([['shell', loadShellMessages]]);

/** Changes the language of the page. Loads all texts first, so that shell and remotes change at the same time. */
async function changePageLanguage(loader: RemoteLoader, language: Language): Promise<void> {
  const shell = [...shellTexts].map(async ([namespace, load]) =>
    addMessages(namespace, language, await load(language)),
  );
  const remotes = loader.loaded().map(async (remote) => {
    const { name, module } = remote;
    try {
      addMessages(name, language, await loader.within(remote, () => module.loadMessages(language)));
    } catch (error) {
      // If another version has replaced this one meanwhile, it loads its own texts.
      if (loader.loaded().includes(remote)) throw error;
    }
  });
  await Promise.all([...shell, ...remotes]);
  await changeLanguage(language);
}

/** Queues changes of the language. */
function inTurn(work: () => Promise<void>): Promise<void> {
  change = languageSettled().then(work);
  return change;
}

/** Adds a part's texts in the language of the page, even if the language changes while they load. */
export async function addTexts(namespace: string, load: LoadMessages): Promise<void> {
  let language: Language;
  do {
    await languageSettled();
    language = currentLanguage();
    addMessages(namespace, language, await load(language));
    await languageSettled();
  } while (language !== currentLanguage());
}

/** The same for a page of the shell itself, whose texts load when it is first opened. */
export async function addShellPageTexts(namespace: string, load: LoadMessages): Promise<void> {
  shellTexts.set(namespace, load); // first, so that a simultaneous change of the language loads it, too
  try {
    await addTexts(namespace, load);
  } catch (error) {
    shellTexts.delete(namespace);
    throw error;
  }
}

/** Applies and remembers the choice in the picker, which takes precedence over everything else. */
export async function chooseInPicker(loader: RemoteLoader, value: string): Promise<void> {
  const language = LANGUAGES.find((known) => known === value);
  if (!language) return;
  await inTurn(async () => {
    await changePageLanguage(loader, language);
    rememberChosenLanguage(language);
  });
}

/**
 * Applies the language of the user's account, and remembers it for the next first paint until the session ends. For a
 * user without a language, the address that the page was opened with decides, then the browser; never the language of
 * the previous user.
 */
export function followUserLanguage(loader: RemoteLoader): void {
  const locale = localeInAddress(); // read now, because the router changes the address
  const apply = async (user: string | null) => {
    if (parseLanguage(cookie(CHOSEN_LANGUAGE_COOKIE)) !== undefined) return;
    const language = chooseLanguage({ user, locale, browser: navigator.language });
    if (language !== currentLanguage()) await changePageLanguage(loader, language);
  };
  const follow = () => {
    const state = session.getState();
    if (state.status === 'unauthenticated' && state.reason !== 'trouble') rememberUserLanguage(null);
    if (state.status !== 'authenticated') return;
    const { language } = state.user;
    rememberUserLanguage(language);
    // Queued, because a choice in the picker that is still loading takes precedence over the account.
    inTurn(() => apply(language)).catch((error: unknown) => {
      console.error('The language of the account could not be loaded; the page keeps its own.', error);
    });
  };
  session.subscribe(follow);
  follow();
}
