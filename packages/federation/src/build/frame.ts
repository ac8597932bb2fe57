import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseFrame } from '@portal/contract/frame';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { minimizer, rules } from './browser-build.ts';

export interface FrameSources {
  /** The shell's folder; the modules below are resolved from there. */
  readonly folder: string;
  /** Module that exports `renderFrame()`. */
  readonly render: string;
  /** Module that becomes the inline script. */
  readonly script: string;
  /** Style sheet that the frame needs. */
  readonly styles: string;
}

function run(configurations: readonly Configuration[]): Promise<void> {
  return new Promise((resolve, reject) => {
    rspack([...configurations], (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(`The painted frame did not build:\n${stats.toString('errors-only')}`));
      else resolve();
    });
  });
}

function configurations({ folder, render, script, styles }: FrameSources, out: string): readonly Configuration[] {
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
      output: { path: out, module: true, chunkFormat: 'module', library: { type: 'module' }, filename: '[name].mjs' },
      optimization: { minimize: false },
      plugins: [new rspack.CssExtractRspackPlugin({ runtime: false, filename: 'unused.css' })],
    },
    {
      ...common,
      target: ['web', 'es2022'],
      entry: { script, styles },
      output: { path: out, filename: '[name].js', iife: true },
      optimization: { minimizer },
      plugins: [new rspack.CssExtractRspackPlugin({ runtime: false, filename: '[name].css' })],
    },
  ];
}

/**
 * Renders the shell's painted frame from the shell's own components, at build time: JSON text in the shape of the contract's frame.
 * @throws when a module does not build, or the result does not fit the contract.
 */
export async function buildFrame(sources: FrameSources): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'portal-frame-'));
  try {
    await run(configurations(sources, out));
    const rendered: unknown = await import(pathToFileURL(join(out, 'render.mjs')).href);
    if (typeof rendered !== 'object' || rendered === null || !('renderFrame' in rendered) || typeof rendered.renderFrame !== 'function') {
      throw new Error(`${sources.render} does not export renderFrame()`);
    }
    const painted: unknown = rendered.renderFrame();
    const styles = await readFile(join(out, 'styles.css'), 'utf8');
    const script = await readFile(join(out, 'script.js'), 'utf8');
    if (typeof painted !== 'object') throw new Error('renderFrame() gave no object');
    return JSON.stringify(parseFrame('the painted frame', { ...painted, styles: styles.trim(), script: script.trim() }));
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
