import * as v from 'valibot';
import { LANGUAGES } from './language.ts';
import { parseInput } from './parse.ts';
import { CARET_RANGE, CONTRACT_VERSION } from './version.ts';

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

/**
 * The GETs of the specification's section 7 that a page may start before its code has loaded: those that change nothing, unlike
 * `account/logout` and the request for a release. `account/` is always read.
 */
const SAFE_READS = ['hubs', 'hc-terms-and-conditions/all', 'service-description/url'] as const;

export const AccessSchema = v.union([
  v.picklist(['open', 'signedIn']),
  v.strictObject({ role: v.string(), otherwise: path }),
  v.strictObject({ signedInWithout: v.string(), otherwise: path }),
]);
/**
 * Who may enter a route. A visitor who is not signed in is sent to sign-in; a signed-in user without the role (or with it, for
 * `signedInWithout`) is sent to `otherwise`.
 */
export type Access = v.InferOutput<typeof AccessSchema>;

/** Shapes of the painted skeleton, one for each kind of page. `task` is a narrow page with one task and a back link above its title. */
export const SKELETONS = ['table', 'form', 'task', 'document', 'message', 'sign-in'] as const;
export type Skeleton = (typeof SKELETONS)[number];

/** The values of features with which a route or redirect exists; if absent, it always exists. */
const when = v.optional(v.strictObject({ singleSignOn: v.boolean() }));

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
  /** API paths that the first screen reads with GET; the page starts them before any code has arrived. */
  reads: v.optional(v.array(v.picklist(SAFE_READS, `must be one of: ${SAFE_READS.join(', ')}`)), []),
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
     * Caret range of the contract versions that the part was built for, such as "^1.0.0". Builds fill it in; it counts only between a shell
     * and a remote of which one is from before builds recorded what they give and take.
     */
    contract: v.optional(
      v.pipe(v.string(), v.regex(CARET_RANGE, 'must be a caret range such as "^1.0.0"')),
      `^${CONTRACT_VERSION}`,
    ),
    routes: v.pipe(v.array(route), v.minLength(1)),
    redirects: v.optional(v.array(redirect)),
    header: v.array(headerItem),
    /** Declarations from before contract 1.4.0 have none. */
    footer: v.optional(
      v.pipe(v.array(footerLink), v.maxLength(FOOTER_LINKS, `must have at most ${FOOTER_LINKS} links`)),
    ),
    /** The texts that are needed before the part has loaded: titles, header and footer labels, the part's name, in every language. */
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
);
/** What a part adds to the portal, as data (`remote.json`, `shell.json`). */
export type Declaration = v.InferOutput<typeof DeclarationSchema>;

/** The features of the configuration (see config.ts) that routes and redirects may depend on. */
export interface Features {
  readonly singleSignOn: boolean;
}

/** The declaration without the routes and redirects for other values of the features, and without footer links to those routes. */
export function declarationFor(declaration: Declaration, { singleSignOn }: Features): Declaration {
  const holds = (entry: { readonly when?: Features | undefined }) =>
    entry.when === undefined || entry.when.singleSignOn === singleSignOn;
  const routes = declaration.routes.filter(holds);
  const { redirects, footer } = declaration;
  return {
    ...declaration,
    routes,
    ...(redirects && { redirects: redirects.filter(holds) }),
    ...(footer && { footer: footer.filter((link) => routes.some(({ path: live }) => live === link.path)) }),
  };
}

/** Every path that a declaration claims, for routes and for redirects. */
export function claimedPaths({ routes, redirects = [] }: Declaration): readonly string[] {
  return [...new Set([...routes.map((declared) => declared.path), ...redirects.map(({ from }) => from)])];
}

/** @throws {InvalidInputError} naming the bad field; `what` names the document. */
export function parseDeclaration(what: string, input: unknown): Declaration {
  return parseInput(what, DeclarationSchema, input);
}
