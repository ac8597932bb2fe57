import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRERENDERED_PAGE_ID, ROOT_ID } from '@portal/contract/page-elements';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { minimizer, ownRules, rules } from './base-config.ts';
import { callBuilt, compile } from './built-code.ts';
import { checkSize, criticalStyles, limitStyles, THEMED_PAGES } from './critical-styles.ts';
import type { Part } from './part.ts';

function createConfiguration(part: Part, source: string, out: string, without: readonly string[]): Configuration {
  return {
    mode: 'production',
    context: part.folder,
    devtool: false,
    target: 'node20',
    entry: { prerender: ['@portal/ui/styles.css', source] },
    output: { path: out, library: { type: 'commonjs2' }, filename: '[name].cjs' },
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
export interface PrerenderModule {
  /** "The prerendered pages of mfe-hubs", in errors. */
  readonly what: string;
  render(): Promise<unknown>;
  /** The styles of pages, in all their cases. @throws if they are too large. */
  findStyles(pages: readonly string[]): string;
}

/** Builds the module, which exports `prerender()`, and calls `use` with it. `without`: modules that prerendered pages do without. */
export async function withPrerenderModule<Result>(
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
      render: () => callBuilt(join(out, 'prerender.cjs'), 'prerender'),
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
