import type { Declaration } from '@portal/contract/declaration';
import { LANGUAGES } from '@portal/contract/language';
import { parseInput } from '@portal/contract/parse';
import { parsePrerendered, perLanguage, PRERENDERED_FILE } from '@portal/contract/prerendered';
import type { Compiler, Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import * as v from 'valibot';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRERENDERED_PAGE_ID, ROOT_ID } from '@portal/contract/page-elements';
import { emitHashedJson } from './hashed-json.ts';
import { mergeMarkup, mergeTexts } from './merge-markup.ts';
import { parseMarkup } from './parse-markup.ts';
import type { Part } from './part.ts';
import { minimizer, ownRules, rules } from './base-config.ts';
import { CALLED, callBuilt, compile } from './built-code.ts';
import { checkSize, criticalStyles, limitStyles, THEMED_PAGES } from './critical-styles.ts';

function createConfiguration(part: Part, source: string, out: string, without: readonly string[]): Configuration {
  return {
    mode: 'production',
    context: part.folder,
    devtool: CALLED.devtool,
    target: 'node20',
    entry: { prerender: ['@portal/ui/styles.css', source] },
    output: { ...CALLED.output, path: out, library: { type: 'commonjs2' }, filename: '[name].cjs' },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      alias: Object.fromEntries(without.map((module) => [module, false])),
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

/** A prerendered page as the web server makes it, with the frame that its styles may rely on. */
function wholePage(page: string): string {
  return `<html><body><div id="${ROOT_ID}"><main id="main" tabindex="-1"><div id="${PRERENDERED_PAGE_ID}" class="prerendered prerendered--alone">${page}</div></main></div></body></html>`;
}

/** A part's module that renders its pages, built for Node. */
interface PrerenderModule {
  /** "The prerendered pages of mfe-hubs", in errors. */
  readonly what: string;
  render(): Promise<unknown>;
  /** The styles of pages, in all their cases. @throws if they are too large. */
  findStyles(pages: readonly string[]): string;
}

/**
 * Builds the module, which exports `prerender()`, and calls `use` with it. `without`: modules that prerendered pages do
 * without.
 */
async function withPrerenderModule<Result>(
  part: Part,
  source: string,
  without: readonly string[],
  use: (module: PrerenderModule) => Promise<Result>,
): Promise<Result> {
  const what = `The prerendered pages of ${part.declaration.name}`;
  const out = await mkdtemp(join(tmpdir(), 'portal-prerendered-'));
  try {
    await compile(what, [createConfiguration(part, source, out, without)]);
    const all = await readFile(join(out, 'prerender.css'), 'utf8');
    return await use({
      what,
      render: () => callBuilt(what, join(out, 'prerender.cjs'), 'prerender'),
      findStyles(pages) {
        const whole = [...new Set(pages)].map(wholePage);
        // Limited first, so that nothing is kept for the frame around the page.
        const styles = criticalStyles(limitStyles(all, `#${PRERENDERED_PAGE_ID}`), [...THEMED_PAGES, ...whole]).trim();
        checkSize(what, styles);
        return styles;
      },
    });
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

const CasesSchema = v.array(
  v.object({
    choices: v.record(v.string(), v.string()),
    html: v.string(),
    title: v.optional(v.nullable(v.string()), null),
  }),
);

/** What a part's module gives: its pages in every case, as whole HTML. */
const RenderedSchema = v.array(
  v.looseObject({
    paths: v.array(v.string()),
    file: v.optional(v.string(), PRERENDERED_FILE),
    data: v.optional(v.unknown()),
    inputs: v.optional(v.record(v.string(), v.string()), {}),
    cases: perLanguage(v.pipe(CasesSchema, v.minLength(1))),
    items: v.optional(perLanguage(CasesSchema), { en: [], de: [], fr: [], nl: [] }),
    text: v.optional(v.string()),
  }),
);
type Rendered = v.InferOutput<typeof RenderedSchema>[number];

function checkPaths({ paths, data }: Rendered, { routes }: Declaration): void {
  const isOpen = data === undefined;
  const stray = paths.find(
    (path) => !routes.some((route) => route.path === path && (route.access === 'open') === isOpen),
  );
  const wanted = isOpen ? 'that is open to everybody' : 'for users who are signed in';
  if (stray !== undefined) throw new Error(`"${stray}" is no route ${wanted}`);
}

/** The markup of all cases in one language. */
function mergeCases({ cases, items, inputs }: Rendered, language: (typeof LANGUAGES)[number]) {
  const merge = (all: Rendered['cases']['en']) =>
    mergeMarkup(all.map(({ choices, html }) => ({ choices, value: parseMarkup(html, inputs) })));
  const item = merge(items[language]);
  if (JSON.stringify(item).includes('"id":'))
    throw new Error('An item has an element with an id, which would be there several times');
  const title = mergeTexts(cases[language].map(({ choices, title: value }) => ({ choices, value })));
  return { page: merge(cases[language]), item, title };
}

/** Every form of a page, in one language: languages have the same elements. */
function wholePages({ cases, items, text }: Rendered): readonly string[] {
  const inSlot = items.en.map(({ html }) => html).join('') + (text ?? '');
  return cases.en.map(({ html }) => html.replace(/<slot [^>]*><\/slot>/, () => inSlot));
}

/**
 * The prerendered pages of a part as JSON, by the beginnings of their files' names. Documents have files of their own,
 * and share their styles.
 * @throws naming the page that has what its policy forbids, or that no route leads to.
 */
export async function prerenderedFiles(
  { what, render, findStyles }: PrerenderModule,
  declaration: Declaration,
): Promise<ReadonlyMap<string, string>> {
  const rendered = parseInput(what, RenderedSchema, await render());
  const documents = rendered.filter(({ file }) => file !== PRERENDERED_FILE);
  const documentStyles = documents.length > 0 ? findStyles(documents.flatMap(wholePages)) : '';
  const stylesFor = (page: Rendered) => {
    if (page.file !== PRERENDERED_FILE) return documentStyles;
    // Data fills a page that has its style sheets.
    return page.data === undefined ? findStyles(wholePages(page)) : '';
  };
  const files = Map.groupBy(
    rendered.map((page) => {
      try {
        checkPaths(page, declaration);
        const markup = Object.fromEntries(LANGUAGES.map((language) => [language, mergeCases(page, language)]));
        const text = page.text === undefined ? undefined : parseMarkup(page.text);
        return { ...page, markup, text, styles: stylesFor(page) };
      } catch (error) {
        throw new Error(`${what}: ${page.paths[0] ?? page.file}: ${error instanceof Error ? error.message : ''}`, {
          cause: error,
        });
      }
    }),
    ({ file }) => file,
  );
  return new Map(
    [...files].map(([file, pages]) => [file, JSON.stringify({ pages: parsePrerendered(what, { pages }) })]),
  );
}

/** Renders the pages of a part with its module. `without`: modules that prerendered pages do without. */
export async function prerenderPart(
  part: Part,
  module: string,
  without: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return await withPrerenderModule(part, module, without, (built) => prerenderedFiles(built, part.declaration));
}

/** Emits prerendered pages. */
export class PrerenderedPagesPlugin {
  readonly #files: ReadonlyMap<string, string>;

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  apply(compiler: Compiler): void {
    for (const [name, json] of this.#files) emitHashedJson(compiler, name, () => json);
  }
}
