import * as v from 'valibot';
import { fileName, integrity, version } from './artifact.ts';
import { PortalConfigSchema } from './config.ts';
import { DeclarationSchema } from './declaration.ts';
import { LANGUAGES } from './language.ts';
import { parseInput } from './parse.ts';

/** What the addresses of all artifacts' files begin with. */
export const ASSETS_PATH = '/assets/';

/** Where the web server serves an artifact's files: `/assets/<name>/<file>`. */
export function assetUrl(name: string, file: string): string {
  return `${ASSETS_PATH}${name}/${file}`;
}

/*
 * Objects are not strict here: a shell that was put back reads the pages of a web server that is newer than itself, and passes over
 * what it does not know. Declarations stay strict; whether a shell knows what they say is what contract ranges are for.
 */

const loadable = v.object({
  version,
  builtAt: v.string(),
  /** File of the container; its integrity, as that of every script, stands in the page's import map. */
  entry: fileName,
  /** Style sheets with their integrity. */
  styles: v.array(v.object({ file: fileName, integrity: integrity })),
});
const fallback = v.object({
  ...loadable.entries,
  /** Caret range of the contract versions that it was built for. */
  contract: v.string(),
});
/** One version of a remote, as the loader needs it. */
export type LoadableVersion = v.InferOutput<typeof fallback>;

const remote = v.object({
  ...loadable.entries,
  /** Of this version, and so the page's: routes, header and footer do not change when the fallback takes over. */
  declaration: DeclarationSchema,
  /** The version that takes over in the same page when this one fails; null where there is none. */
  fallback: v.nullable(fallback),
});
export type PageRemote = v.InferOutput<typeof remote>;

/** What the page carries for the shell: no names of people, no reasons, only what the browser needs. */
export const PageDataSchema = v.object({
  release: v.object({
    number: v.number(),
    /** Stands for the versions that this visitor gets (see live-view.ts). */
    view: v.string(),
    shell: v.object({ version, builtAt: v.string(), declaration: DeclarationSchema }),
    remotes: v.record(v.string(), remote),
  }),
  config: v.object(PortalConfigSchema.entries),
  /** The language the page was painted in. */
  language: v.picklist(LANGUAGES),
});
export type PageData = v.InferOutput<typeof PageDataSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parsePageData(input: unknown): PageData {
  return parseInput('the page', PageDataSchema, input);
}
