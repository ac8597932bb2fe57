import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from '@portal/contract/frame';
import { parseFrame } from '@portal/contract/frame';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { LANGUAGES } from '@portal/contract/language';
import { ROOT_ID } from '@portal/contract/page-elements';
import { parseInput } from '@portal/contract/parse';
import { perLanguage } from '@portal/contract/prerendered';
import * as v from 'valibot';
import { minimizer, rules } from './base-config.ts';
import { CALLED, callBuilt, compile } from './built-code.ts';
import { criticalStyles, THEMED_PAGES } from './critical-styles.ts';
import { mergeMarkup } from './merge-markup.ts';
import { parseMarkup } from './parse-markup.ts';

/** The sources of the prerendered frame; module names as imported from the shell's folder. */
export interface FrameSources {
  /** Module that exports `renderFrame()`. */
  readonly render: string;
  /** Module that becomes the inline script. */
  readonly script: string;
  /** Module that becomes the inline script of pages with a first screen. */
  readonly fill: string;
  /** The portal's style sheet; the page contains the part of it that paints the frame. */
  readonly styles: string;
}

/** Additions for the development server. */
interface FrameDevelopment {
  /** Module that runs inline before the shell's own inline script. */
  readonly pageScript: string;
}

interface BuiltFrame {
  readonly frame: Frame;
  /** The source files. */
  readonly dependencies: readonly string[];
}

function createConfigurations(
  folder: string,
  { render, script, fill, styles }: FrameSources,
  out: string,
  development: FrameDevelopment | undefined,
): readonly Configuration[] {
  const common: Configuration = {
    mode: 'production',
    context: folder,
    devtool: false,
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: { rules },
    performance: false,
  };
  return [
    {
      ...common,
      target: 'node20',
      entry: { render },
      devtool: CALLED.devtool,
      output: { ...CALLED.output, path: out, library: { type: 'commonjs2' }, filename: '[name].cjs' },
      optimization: { minimize: false },
      plugins: [new rspack.CssExtractRspackPlugin({ runtime: false, filename: 'unused.css' })],
    },
    {
      ...common,
      mode: development ? 'development' : 'production',
      target: ['web', 'es2022'],
      entry: { script: development ? [development.pageScript, script] : script, fill, styles },
      output: { path: out, filename: '[name].js', iife: true },
      optimization: { minimizer },
      plugins: [new rspack.CssExtractRspackPlugin({ runtime: false, filename: '[name].css' })],
    },
  ];
}

const CasesSchema = v.array(v.object({ choices: v.record(v.string(), v.string()), html: v.string() }));
/** What `renderFrame()` gives: the frame and an item of its header in every case, as HTML. */
const RenderedSchema = v.object({ cases: perLanguage(CasesSchema), items: CasesSchema });
type Rendered = v.InferOutput<typeof RenderedSchema>;

const merge = (cases: Rendered['items']) =>
  mergeMarkup(cases.map(({ choices, html }) => ({ choices, value: parseMarkup(html) })));

/** The pages that the web server can make of the frame, without pages that are the same for a style sheet. */
function wholePages({ cases, items }: Rendered): readonly string[] {
  const header = items.map(({ html }) => html).join('');
  const page = (content: string) =>
    `<html><body><noscript><p class="page"></p></noscript><div id="${ROOT_ID}">${content}</div></body></html>`;
  const all = LANGUAGES.flatMap((language) => cases[language]);
  return [...THEMED_PAGES, ...all.map(({ html }) => page(html.replace('<slot name="items"></slot>', header)))];
}

/**
 * Renders the prerendered frame of the shell in `folder` from the shell's own components, at build time.
 * @throws when a module does not build, or the result does not fit the contract.
 */
export async function buildFrame(
  folder: string,
  sources: FrameSources,
  development?: FrameDevelopment,
): Promise<BuiltFrame> {
  const out = await mkdtemp(join(tmpdir(), 'portal-frame-'));
  try {
    const dependencies = await compile(
      'The prerendered frame',
      createConfigurations(folder, sources, out, development),
    );
    const what = 'the prerendered frame';
    const rendered = parseInput(what, RenderedSchema, await callBuilt(what, join(out, 'render.cjs'), 'renderFrame'));
    const styles = await readFile(join(out, 'styles.css'), 'utf8');
    const script = await readFile(join(out, 'script.js'), 'utf8');
    const fill = await readFile(join(out, 'fill.js'), 'utf8');
    const frame = parseFrame(what, {
      styles: criticalStyles(styles, wholePages(rendered)).trim(),
      script: script.trim(),
      fill: fill.trim(),
      page: Object.fromEntries(LANGUAGES.map((language) => [language, merge(rendered.cases[language])])),
      item: merge(rendered.items),
    });
    return { frame, dependencies };
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
