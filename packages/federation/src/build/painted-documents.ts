import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '@portal/contract/language';
import { PAINTED_PAGE_ID, ROOT_ID } from '@portal/contract/page-elements';
import { parsePaintedDocument, TEXT_PLACEHOLDER } from '@portal/contract/painted-document';
import type { PaintedDocument } from '@portal/contract/painted-document';
import { parseInput } from '@portal/contract/parse';
import type { Compiler, Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import * as v from 'valibot';
import { minimizer, ownRules, rules } from './base-config.ts';
import { callBuilt, compile } from './built-code.ts';
import { criticalStyles, limitStyles, THEMED_PAGES } from './critical-styles.ts';
import { emitHashedJson } from './hashed-json.ts';
import type { Part } from './part.ts';

const UnstyledSchema = v.array(
  v.object({
    document: v.string(),
    version: v.string(),
    language: v.string(),
    painted: v.record(v.string(), v.unknown()),
  }),
);

function configurationOf(part: Part, paint: string, out: string): Configuration {
  return {
    mode: 'production',
    context: part.folder,
    devtool: false,
    target: 'node20',
    entry: { paint: ['@portal/ui/styles.css', paint] },
    output: { path: out, library: { type: 'commonjs2' }, filename: '[name].cjs' },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      // Painted pages ask nobody and show no PDF; the session would keep the build alive.
      alias: { '@portal/api': false, '@portal/session': false, '@portal/pdf-viewer$': false },
    },
    module: { rules: [...rules, ...ownRules(part)] },
    optimization: { minimizer: minimizer.slice(1), splitChunks: false },
    performance: false,
    plugins: [
      new rspack.CssExtractRspackPlugin({ runtime: false, filename: '[name].css' }),
      new rspack.DefinePlugin({ PART_VERSION: JSON.stringify(part.version) }),
      // One file: no styles of a chunk may be missing.
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
}

/** The painted page as the web server makes it, with the frame that its styles may rely on. */
function wholePages({ page, fallback, text }: PaintedDocument): readonly string[] {
  return LANGUAGES.map((language) => {
    const painted = (fallback ?? page)[language].replace(TEXT_PLACEHOLDER, () => text);
    return `<html><body><div id="${ROOT_ID}"><main id="main" tabindex="-1"><div id="${PAINTED_PAGE_ID}" class="painted painted--alone">${painted}</div></main></div></body></html>`;
  });
}

/**
 * The painted pages of the remote's documents as JSON, by the beginnings of their files' names. The module `paint` renders them from the remote's own components
 * (`paintDocuments()`).
 */
export async function buildPaintedDocuments(part: Part, paint: string): Promise<ReadonlyMap<string, string>> {
  const what = `The painted pages of ${part.declaration.name}`;
  const out = await mkdtemp(join(tmpdir(), 'portal-documents-'));
  try {
    await compile(what, [configurationOf(part, paint, out)]);
    const unstyled = parseInput(what, UnstyledSchema, await callBuilt(join(out, 'paint.cjs'), 'paintDocuments'));
    const documents = unstyled.map(({ painted, ...address }) => ({
      address,
      painted: parsePaintedDocument(what, { ...painted, styles: '' }),
    }));
    const pages = documents.flatMap(({ painted }) => wholePages(painted));
    const all = await readFile(join(out, 'paint.css'), 'utf8');
    const styles = limitStyles(criticalStyles(all, [...THEMED_PAGES, ...pages]), `#${PAINTED_PAGE_ID}`).trim();
    return new Map(
      documents.map(({ address: { document, version, language }, painted }) => [
        `${document}.${version}.${language}`,
        JSON.stringify(parsePaintedDocument(what, { ...painted, styles })),
      ]),
    );
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** Emits painted pages. */
export class PaintedDocumentsPlugin {
  readonly #painted: ReadonlyMap<string, string>;

  constructor(painted: ReadonlyMap<string, string>) {
    this.#painted = painted;
  }

  apply(compiler: Compiler): void {
    for (const [name, json] of this.#painted) emitHashedJson(compiler, name, () => json);
  }
}
