import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAINTED_PAGE_ID, ROOT_ID } from '@portal/contract/page-elements';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { minimizer, ownRules, rules } from './base-config.ts';
import { callIfBuilt, compile } from './built-code.ts';
import { checkSize, criticalStyles, limitStyles, THEMED_PAGES } from './critical-styles.ts';
import type { Part } from './part.ts';

function configurationOf(part: Part, paint: string, out: string, without: readonly string[]): Configuration {
  return {
    mode: 'production',
    context: part.folder,
    devtool: false,
    target: 'node20',
    entry: { paint: ['@portal/ui/styles.css', paint] },
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

/** A painted page as the web server makes it, with the frame that its styles may rely on. */
function wholePage(painted: string): string {
  return `<html><body><div id="${ROOT_ID}"><main id="main" tabindex="-1"><div id="${PAINTED_PAGE_ID}" class="painted painted--alone">${painted}</div></main></div></body></html>`;
}

/** A part's module that paints its pages, built for Node. */
export interface PaintModule {
  /** "The painted pages of mfe-hubs", in errors. */
  readonly what: string;
  /** What the function gives; undefined if the module has none of that name. */
  call(name: string): Promise<unknown>;
  /** The styles of pages, painted in all their forms. @throws if they are too large. */
  stylesOf(painted: readonly string[]): string;
}

/** Builds the module, and calls `use` with it. `without`: modules that painted pages do without. */
export async function withPaintModule<Result>(
  part: Part,
  paint: string,
  without: readonly string[],
  use: (module: PaintModule) => Promise<Result>,
): Promise<Result> {
  const what = `The painted pages of ${part.declaration.name}`;
  const out = await mkdtemp(join(tmpdir(), 'portal-painted-'));
  try {
    await compile(what, [configurationOf(part, paint, out, without)]);
    const all = await readFile(join(out, 'paint.css'), 'utf8');
    return await use({
      what,
      call: (name) => callIfBuilt(join(out, 'paint.cjs'), name),
      stylesOf(painted) {
        const pages = [...new Set(painted)].map(wholePage);
        // Limited first, so that nothing is kept for the frame around the page.
        const styles = criticalStyles(limitStyles(all, `#${PAINTED_PAGE_ID}`), [...THEMED_PAGES, ...pages]).trim();
        checkSize(what, styles);
        return styles;
      },
    });
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
