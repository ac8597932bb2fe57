import * as v from 'valibot';
import { featureName, FeaturesSchema, isOn } from './config.ts';
import type { Features } from './config.ts';
import { LANGUAGES } from './language.ts';
import { parseInput } from './parse.ts';
import { HELP_PATH, matchesPath } from './paths.ts';

/** Name of the shell or of a remote; its folder and its package have the same name. */
export const partName = v.pipe(
  v.string(),
  v.maxLength(60, 'must have at most 60 characters'),
  v.regex(/^(shell|mfe-[a-z0-9]+(-[a-z0-9]+)*)$/, 'must be "shell" or like "mfe-hubs"'),
);
const path = v.pipe(
  v.string(),
  v.regex(
    /^\/$|^(\/:?[a-z0-9][a-zA-Z0-9]*(-[a-z0-9]+)*(\.html)?)+$/,
    'must be a path such as "/settings" or "/terms/:version"',
  ),
);
/** Key in `texts` of the part's name for people ("Hubs"), for instance in the build information. */
export const PART_NAME_TEXT = 'part';
const text = v.strictObject(v.entriesFromList(LANGUAGES, v.pipe(v.string(), v.nonEmpty())));

/** A path below the API's address, which it cannot leave; each has one spelling. */
export const apiPath = v.pipe(
  v.string(),
  v.regex(
    /^(?!(.*\/)?\.{1,2}(\/|$))[\w.~-]+(\/[\w.~-]+)*$/,
    'must be a relative path of the API such as "hubs", without query, encoding or dot segments',
  ),
);

/** Names of roles, of which an account has one at least. */
const anyRole = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]*$/i, 'must be a role such as "support"'))),
  v.minLength(1, 'must name a role'),
);

const AccessSchema = v.union([
  v.picklist(['open', 'signedIn']),
  v.strictObject({ role: v.string(), otherwise: path }),
  v.strictObject({ anyRole, otherwise: path }),
  v.strictObject({ signedInWithout: v.string(), otherwise: path }),
]);
/**
 * Who may enter a route. A visitor who is not signed in is sent to sign-in; a signed-in user without the role, or
 * without any of the roles (or with the role, for `signedInWithout`), is sent to `otherwise`.
 */
export type Access = v.InferOutput<typeof AccessSchema>;

/** The roles of which a visitor needs one to enter; none where no role is asked for. */
export function rolesToEnter(access: Access): readonly string[] {
  if (typeof access === 'string' || 'signedInWithout' in access) return [];
  return 'role' in access ? [access.role] : access.anyRole;
}

/**
 * Shapes of the prerendered skeleton, one for each kind of page. `task` is a narrow page with one task and a back link
 * above its title.
 */
export const SKELETONS = ['table', 'form', 'task', 'document', 'message', 'sign-in'] as const;
export type Skeleton = (typeof SKELETONS)[number];

/**
 * The values of features (see config.ts) with which a route or redirect exists; if absent, it always exists. A feature
 * that is not set is off.
 */
const when = v.optional(
  v.pipe(
    FeaturesSchema,
    v.check((features) => Object.keys(features).length > 0, 'must name a feature'),
  ),
);

/** `?locale=` of a document: a language, or a regional form such as "fr-ca". */
const documentLocale = v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]{2})?$/));

const route = v.strictObject({
  path,
  /** Key of the page's title in `texts`. */
  title: v.string(),
  access: AccessSchema,
  /** The page's module; the chunk of this name contains what its first screen needs. */
  page: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'must be like "settings"')),
  skeleton: v.picklist(SKELETONS),
  /**
   * API paths that the first screen reads with GET, besides `account/`; the page starts them before any code has
   * arrived.
   */
  reads: v.optional(v.array(apiPath), []),
  when,
  /** Search engines may index the page; without this they may not. */
  index: v.optional(
    v.strictObject({
      /** Key of the description for search engines in `texts`. */
      description: v.string(),
      /** The values of `?locale=` for this page: languages, and regional forms such as "fr-ca". */
      locales: v.pipe(v.array(documentLocale), v.minLength(1)),
      /** The canonical path, if this one is an alias. */
      path: v.optional(path),
    }),
  ),
});
export type RouteDeclaration = v.InferOutput<typeof route>;

/** A redirect within the part; the query is kept. */
const redirect = v.strictObject({ from: path, to: path, when });
export type RedirectDeclaration = v.InferOutput<typeof redirect>;

const order = v.pipe(v.number(), v.integer());
const headerItem = v.strictObject({ path, label: v.string(), order });

/** How many links one part may add to the footer. */
const FOOTER_LINKS = 12;
const FOOTER_LABEL_LENGTH = 100;

const footerLink = v.strictObject({
  path,
  /** Key of the link's text in `texts`. */
  label: v.string(),
  /** Position among the links of all parts, ascending. */
  order,
  /** Set if the link always leads to one regional document; its text is then in that document's language. */
  locale: v.optional(documentLocale),
});

export const DeclarationSchema = v.pipe(
  v.strictObject({
    name: partName,
    /**
     * The roles of the accounts that the part exists for; without it, it exists for everybody. Nobody else gets
     * anything of it: its declaration, header items and hashes come to an open page once the account is known to have
     * one of the roles.
     */
    onlyFor: v.optional(v.strictObject({ anyRole })),
    /**
     * The features that the part's code asks for, beside those in `when`: pages carry their values, unless the part is
     * "onlyFor" some.
     */
    features: v.optional(v.array(featureName)),
    routes: v.pipe(v.array(route), v.minLength(1)),
    redirects: v.optional(v.array(redirect)),
    header: v.array(headerItem),
    footer: v.optional(
      v.pipe(v.array(footerLink), v.maxLength(FOOTER_LINKS, `must have at most ${FOOTER_LINKS} links`)),
    ),
    /**
     * The texts that are needed before the part has loaded: titles, header and footer labels, the part's name, in every
     * language.
     */
    texts: v.record(v.string(), text),
  }),
  v.check(
    ({ routes, texts }) => routes.every(({ title }) => Object.hasOwn(texts, title)),
    'every route\'s title must be a key of "texts"',
  ),
  v.check(
    ({ routes, texts }) => routes.every(({ index }) => index === undefined || Object.hasOwn(texts, index.description)),
    'the description of every route that may be indexed must be a key of "texts"',
  ),
  v.check(
    ({ routes, redirects = [] }) => redirects.every(({ to }) => routes.some((declared) => declared.path === to)),
    'every redirect must lead to a route of the same declaration',
  ),
  v.check(
    ({ header, texts }) => header.every(({ label }) => Object.hasOwn(texts, label)),
    'every header item\'s label must be a key of "texts"',
  ),
  v.check(
    ({ routes, header }) => header.every((item) => routes.some((declared) => declared.path === item.path)),
    'every header item must lead to a route of the same declaration',
  ),
  v.check(
    ({ footer = [], texts }) => footer.every(({ label }) => Object.hasOwn(texts, label)),
    'every footer link\'s label must be a key of "texts"',
  ),
  v.check(
    ({ footer = [], texts }) =>
      footer.every(({ label }) =>
        Object.values(texts[label] ?? {}).every(({ length }) => length <= FOOTER_LABEL_LENGTH),
      ),
    `every footer link's label must have at most ${FOOTER_LABEL_LENGTH} characters`,
  ),
  v.check(
    ({ routes, footer = [] }) => footer.every((link) => routes.some((declared) => declared.path === link.path)),
    'every footer link must lead to a route of the same declaration',
  ),
  v.check(
    ({ name, onlyFor }) => onlyFor === undefined || name !== 'shell',
    'the shell cannot be "onlyFor" some: everybody needs it',
  ),
  v.check(
    ({ onlyFor, routes, footer = [] }) =>
      onlyFor === undefined || (footer.length === 0 && routes.every(({ access }) => access !== 'open')),
    'a part that is "onlyFor" some has no open route and no footer link: everybody would see them',
  ),
);
/** What a part adds to the portal, as data (`remote.json`, `shell.json`). */
export type Declaration = v.InferOutput<typeof DeclarationSchema>;

/** Whether accounts with these roles may know of the part. */
export function isFor({ onlyFor }: Pick<Declaration, 'onlyFor'>, roles: readonly string[]): boolean {
  return onlyFor === undefined || onlyFor.anyRole.some((role) => roles.includes(role));
}

/**
 * The declaration without the routes and redirects for other values of the features, and without links to those routes.
 */
export function declarationFor(declaration: Declaration, features: Features): Declaration {
  const holds = (entry: { readonly when?: Features | undefined }) =>
    Object.entries(entry.when ?? {}).every(([name, value]) => isOn(features, name) === value);
  const routes = declaration.routes.filter(holds);
  const leads = (link: { readonly path: string }) => routes.some(({ path: live }) => live === link.path);
  const { redirects, header, footer } = declaration;
  return {
    ...declaration,
    routes,
    ...(redirects && { redirects: redirects.filter(holds) }),
    header: header.filter(leads),
    ...(footer && { footer: footer.filter(leads) }),
  };
}

/** The features on which routes and redirects of the declarations depend. */
export function featuresNamed(declarations: readonly Declaration[]): readonly string[] {
  const entries = declarations.flatMap(({ routes, redirects = [] }) => [...routes, ...redirects]);
  return [...new Set(entries.flatMap((entry) => Object.keys(entry.when ?? {})))];
}

/** Every path that a declaration claims, for routes and for redirects. */
export function claimedPaths({ routes, redirects = [] }: Declaration): readonly string[] {
  return [...new Set([...routes.map((declared) => declared.path), ...redirects.map(({ from }) => from)])];
}

/** Whether a declaration claims the path. */
export function claims(declaration: Declaration, pathname: string): boolean {
  return claimedPaths(declaration).some((claimed) => matchesPath(claimed, pathname));
}

/** For a key without a text. */
export const NO_TEXT: Declaration['texts'][string] = { en: '', de: '', fr: '', nl: '' };

interface OrderedLink {
  readonly order: number;
  /** Key of its text. */
  readonly label: string;
}

/** What header and footer lead to, sorted by the order that the parts declare. */
export function buildNavigation(declarations: readonly Declaration[]) {
  const inOrder = <Link extends OrderedLink>(getLinks: (declaration: Declaration) => readonly Link[]) =>
    declarations
      .flatMap((declaration) =>
        getLinks(declaration).map((link) => ({ ...link, label: declaration.texts[link.label] ?? NO_TEXT })),
      )
      .toSorted((a, b) => a.order - b.order);
  return {
    header: inOrder(({ header }) => header).map((link) => ({ path: link.path, text: link.label })),
    footer: inOrder(({ footer = [] }) => footer).map((link) => ({
      path: link.path,
      text: link.label,
      ...(link.locale !== undefined && { locale: link.locale }),
    })),
    help: declarations.some(({ routes }) => routes.some((each) => matchesPath(each.path, HELP_PATH))),
  };
}

/** @throws {InvalidInputError} naming the bad field; `what` names the document. */
export function parseDeclaration(what: string, input: unknown): Declaration {
  return parseInput(what, DeclarationSchema, input);
}
