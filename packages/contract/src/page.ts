import * as v from 'valibot';
import { fileName, integrity, version } from './artifact.ts';
import { PortalConfigSchema } from './config.ts';
import { DeclarationSchema } from './declaration.ts';
import { LANGUAGES } from './language.ts';
import { parseInput } from './parse.ts';

/** Where the web server serves an artifact's files: `/assets/<name>/<file>`. */
export function assetUrl(name: string, file: string): string {
  return `/assets/${name}/${file}`;
}

const remote = v.strictObject({
  version,
  builtAt: v.string(),
  /** File of the container; its integrity, as that of every script, stands in the page's import map. */
  entry: fileName,
  /** Style sheets with their integrity. */
  styles: v.array(v.strictObject({ file: fileName, integrity: integrity })),
  declaration: DeclarationSchema,
});
export type PageRemote = v.InferOutput<typeof remote>;

/** What the page carries for the shell: no names of people, no reasons, only what the browser needs. */
export const PageDataSchema = v.strictObject({
  release: v.strictObject({
    number: v.number(),
    shell: v.strictObject({ version, builtAt: v.string(), declaration: DeclarationSchema }),
    remotes: v.record(v.string(), remote),
  }),
  config: PortalConfigSchema,
  /** The language the page was painted in. */
  language: v.picklist(LANGUAGES),
});
export type PageData = v.InferOutput<typeof PageDataSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parsePageData(input: unknown): PageData {
  return parseInput('the page', PageDataSchema, input);
}
