import type { IncomingHttpHeaders } from 'node:http';
import type { Cookies } from 'cookie';
import { accessTokenIn, areTokensAmbiguous, ownCookieName } from '@portal/contract/cookies';
import type { Language } from '@portal/contract/language';
import {
  chooseLanguage,
  chooseTextLanguage,
  CHOSEN_LANGUAGE_COOKIE,
  USER_LANGUAGE_COOKIE,
} from '@portal/contract/language';
import { OWN_FILES_COOKIE, SIGNED_IN_HASH } from '@portal/contract/page-elements';
import type { Theme } from '@portal/contract/theme';
import { parseTheme, THEME_COOKIE } from '@portal/contract/theme';
import type { PortalConfig } from '@portal/contract/config';
import type { RouteDeclaration } from '@portal/contract/declaration';
import type { PrerenderedPage } from '@portal/contract/prerendered';
import { onlyValue } from '@portal/contract/paths';
import { getCookies, findRoute, isRestricted, NOT_FOUND_PATH } from '../releases/views.ts';
import type { OwnedRoute, VisitorView } from '../releases/views.ts';

/** What the page depends on; all of it is untrusted input. */
export interface Visitor {
  readonly language: Language;
  readonly theme: Theme;
  readonly signedIn: boolean;
  /** Whether a token has several cookies, which the page deletes. */
  readonly isAmbiguous: boolean;
  /** Whether the visitor uses https. */
  readonly isSecure: boolean;
  /** Whether the browser is one with the engine of Safari, like all on an iPhone. */
  readonly isWebKit: boolean;
  /** Whether the CDN has failed this browser lately, so that its pages take their files from the portal itself. */
  readonly ownFiles: boolean;
  /** The query parameter `locale`, in lower case; empty without one. */
  readonly locale: string;
}

/** The names of the cookies that are read, on https and else. */
const namesFor = (isSecure: boolean) => ({
  chosen: ownCookieName(CHOSEN_LANGUAGE_COOKIE, isSecure),
  user: ownCookieName(USER_LANGUAGE_COOKIE, isSecure),
  theme: ownCookieName(THEME_COOKIE, isSecure),
  ownFiles: ownCookieName(OWN_FILES_COOKIE, isSecure),
});
const NAMES = { secure: namesFor(true), other: namesFor(false) };

/**
 * `isSecure`: whether the visitor uses https; `locale` is the query parameter of that name; `cookies` are those of the
 * headers.
 */
export function readVisitor(
  headers: IncomingHttpHeaders,
  isSecure: boolean,
  locale: string | null,
  cookies: Cookies = getCookies(headers),
): Visitor {
  const names = isSecure ? NAMES.secure : NAMES.other;
  const [firstTag = ''] = (headers['accept-language'] ?? '').split(/[,;]/, 1);
  // The page shows nothing that the token protects, so nobody needs to check it.
  const signedIn = accessTokenIn(headers.cookie ?? '') !== undefined;
  return {
    language: chooseLanguage({
      chosen: cookies[names.chosen],
      user: signedIn ? cookies[names.user] : undefined,
      locale,
      browser: firstTag.trim(),
    }),
    theme: parseTheme(cookies[names.theme]),
    locale: locale?.toLowerCase() ?? '',
    signedIn,
    isAmbiguous: areTokensAmbiguous(headers.cookie ?? ''),
    isSecure,
    // Also under the other name: the page names it by the visitor's address, which a proxy that nobody trusts does not
    // tell this server.
    ownFiles: cookies[NAMES.secure.ownFiles] !== undefined || cookies[NAMES.other.ownFiles] !== undefined,
    isWebKit: /AppleWebKit\/(?!.*Chrom(e|ium)\/)/.test(headers['user-agent'] ?? ''),
  };
}

/** The page chosen for a path. Pages with the same `key` have the same bytes for the same visitor. */
export interface ResolvedPage {
  readonly status: 200 | 404;
  readonly key: string;
  /** The route to show and preload; undefined if no part declares it. */
  readonly owned: OwnedRoute | undefined;
  /** The parts that the page begins with: of this route, and of one that sends the visitor here. */
  readonly parts: readonly string[];
  /** Whether the path belongs to a part for some accounts, which the page gets once it knows the account. */
  readonly isRestricted?: boolean;
}

/** Signed-out visitors of a protected route are sent here. */
const SIGN_IN_PATH = '/login';

/** The addresses that lead somebody who is signed in to the hubs (specification, section 2). The shell does so, too. */
const HOME_ALIASES: ReadonlySet<string> = new Set(['/', '/loggedin']);

const HOME_PATH = '/settings';

/**
 * Where the visitor is led from an address, so that the first page is that with the hubs; undefined for any other. The
 * mark tells the page that somebody with a part of their own goes on to that.
 */
export function findHomeRedirect(
  { release }: VisitorView,
  pathname: string,
  query: string,
  { signedIn }: Visitor,
  { features }: PortalConfig,
): string | undefined {
  if (!signedIn || query !== '' || !HOME_ALIASES.has(pathname)) return undefined;
  return findRoute(release, HOME_PATH, features) && `${HOME_PATH}${SIGNED_IN_HASH}`;
}

/** Chooses the page of a path in the live release; a path that no part declares gets the 404 page. */
export function resolvePage(
  { release }: VisitorView,
  pathname: string,
  visitor: Visitor,
  { features }: PortalConfig,
): ResolvedPage {
  const claimed = findRoute(release, pathname, features);
  if (!claimed && isRestricted(release, pathname, features)) {
    const owned = visitor.signedIn ? undefined : findRoute(release, SIGN_IN_PATH, features);
    const parts = owned ? [owned.manifest.name] : [];
    return { status: 200, key: `restricted ${owned?.route.path ?? ''}`, owned, parts, isRestricted: true };
  }
  if (!claimed) {
    return { status: 404, key: NOT_FOUND_PATH, owned: findRoute(release, NOT_FOUND_PATH, features), parts: [] };
  }
  // The shell would leave the protected page at once, so neither show nor load it.
  const leadsToSignIn = claimed.route.access !== 'open' && !visitor.signedIn;
  const owned = leadsToSignIn ? (findRoute(release, SIGN_IN_PATH, features) ?? claimed) : claimed;
  const parts = [claimed.manifest.name, owned.manifest.name];
  return {
    status: 200,
    key: `${claimed.manifest.name} ${owned.route.path} ${indexedLocale(owned.route, visitor) ?? ''}`,
    owned,
    parts,
  };
}

/** The locale of a page that search engines index; undefined for any other page. */
export function indexedLocale({ index }: RouteDeclaration, { locale, language }: Visitor): string | undefined {
  return index && [locale, language, ...index.locales].find((wanted) => index.locales.includes(wanted));
}

/** A prerendered document among the files of an artifact: `terms.v2.en.HASH.json`. */
interface DocumentFile {
  readonly file: string;
  readonly version: number;
  readonly language: string;
}

/** The document that has the name of the route's page. */
function documentFiles({ manifest, route }: OwnedRoute): readonly DocumentFile[] {
  return Object.keys(manifest.files).flatMap((file) => {
    const [document, version = '', language = '', , end, ...more] = file.split('.');
    const isDocument = document === route.page && /^v\d+$/.test(version) && end === 'json' && more.length === 0;
    return isDocument ? [{ file, version: Number(version.slice(1)), language }] : [];
  });
}

/** The file with the text that a page shows. */
interface FoundDocument {
  readonly file: string;
  /** Whether the document does not exist in the wanted language. */
  readonly fellBack: boolean;
  readonly versionFromQuery: boolean;
}

/**
 * The text in the language that the page chooses, too; of the version in the path (`/terms/v2`), else in the query,
 * else of the newest.
 */
export function findDocument(
  owned: OwnedRoute,
  pathname: string,
  query: URLSearchParams,
  { locale, language }: Visitor,
): FoundDocument | undefined {
  const files = documentFiles(owned);
  const inPath = /\/(v\d+)\/?$/.exec(pathname)?.[1];
  const named = inPath ?? onlyValue(query, 'version');
  const known = files.find(({ version }) => `v${String(version)}` === named)?.version;
  const inVersion = files.filter(
    ({ version }) => version === (known ?? Math.max(...files.map((each) => each.version))),
  );
  const languages = inVersion.map((each) => each.language);
  const chosen = chooseTextLanguage(languages, locale === '' ? null : locale, language);
  const file = inVersion.find((each) => each.language === chosen?.language)?.file;
  if (!chosen || file === undefined) return undefined;
  return { file, fellBack: chosen.fellBack, versionFromQuery: inPath === undefined && known !== undefined };
}

/** Whether the running page opens in the PDF viewer. */
export function opensInViewer(
  { viewer }: NonNullable<PrerenderedPage['document']>,
  query: URLSearchParams,
  { documents }: PortalConfig,
): boolean {
  if (viewer === 'never') return false;
  const wanted = onlyValue(query, 'view');
  if (wanted === 'pdf' || wanted === 'text') return wanted === 'pdf';
  return viewer === 'first' || documents?.view === 'pdf';
}
