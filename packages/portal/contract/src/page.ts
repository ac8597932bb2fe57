import * as v from 'valibot';
import { fileName, integrity, version } from './artifact.ts';
import { PortalConfigSchema } from './config.ts';
import { DeclarationSchema } from './declaration.ts';
import { LANGUAGES } from './language.ts';
import { parseInput } from './parse.ts';

/*
 * These objects are not strict: after a rollback, an older shell reads the pages of a newer web server and ignores fields that it does
 * not know. Declarations are strict; the release policy makes sure that a shell understands them.
 */

/** Style sheets with their integrity. */
const styles = v.array(v.object({ file: fileName, integrity: integrity }));

const loadable = v.object({
  version,
  builtAt: v.string(),
  /** File of the container; its integrity is in the page's import map, like that of every script. */
  entry: fileName,
  styles,
});
const fallback = v.object({
  ...loadable.entries,
  /** The version that takes over when the fallback fails, too. */
  fallback: v.optional(loadable),
});
/** One version of a remote, as the loader needs it. */
export type LoadableVersion = v.InferOutput<typeof loadable>;

/** A remote of a page. */
export const remoteOfPage = v.object({
  ...loadable.entries,
  /**
   * The declaration of this version, also after the fallback has taken over: routes, header and footer do not change in
   * an open page.
   */
  declaration: DeclarationSchema,
  /** The version that takes over in the same page when this one fails, or null. */
  fallback: v.nullable(fallback),
});
export type PageRemote = v.InferOutput<typeof remoteOfPage>;

/** A text in every language of the interface. */
const textSchema = v.object(v.entriesFromList(LANGUAGES, v.string()));

/** What the header leads to, in the order in which it is shown. */
export const HeaderSchema = v.array(v.object({ path: v.string(), text: textSchema }));

/** What the frame of every page leads to, in the order in which it is shown. */
const navigation = v.object({
  header: HeaderSchema,
  footer: v.array(v.object({ path: v.string(), text: textSchema, locale: v.optional(v.string()) })),
  /** Whether there is a help page. */
  help: v.boolean(),
});
export type Navigation = v.InferOutput<typeof navigation>;

const { links, documents } = PortalConfigSchema.entries;
/** The web server has refused unknown keys; here they are those of a newer configuration. */
const config = v.object({
  ...PortalConfigSchema.entries,
  features: v.record(v.string(), v.boolean()),
  links: v.object(links.wrapped.entries),
  documents: v.optional(v.object(documents.wrapped.entries)),
});

/** The data for the shell in the page: only what the browser needs, without the people and reasons in the release. */
export const PageDataSchema = v.object({
  release: v.object({
    number: v.number(),
    /** Hash of the versions that this visitor gets (see live-view.ts). */
    view: v.string(),
    shell: v.object({
      version,
      builtAt: v.string(),
      styles,
      declaration: DeclarationSchema,
    }),
    /** The remotes that the page begins with: of its route, and of one that sends the visitor there. */
    remotes: v.record(v.string(), remoteOfPage),
    navigation,
    /**
     * Set if the path of the page belongs to a remote for some accounts, which the page asks for once it knows the
     * account.
     */
    isRestricted: v.optional(v.boolean()),
  }),
  config,
  /** The language the page was prerendered in. */
  language: v.picklist(LANGUAGES),
});
export type PageData = v.InferOutput<typeof PageDataSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parsePageData(input: unknown): PageData {
  return parseInput('the page', PageDataSchema, input);
}
