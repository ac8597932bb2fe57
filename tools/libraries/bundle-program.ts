import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LicencesPlugin } from '@portal/federation/licences';
import { PlainError } from '@portal/node-kit/plain-error';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import type { Files } from './compile.ts';

/** The oldest Node that runs the programs. */
export const OLDEST_NODE = '20.19';

function bundled(context: string, entry: string, output: string): Configuration {
  return {
    mode: 'production',
    context,
    target: `node${OLDEST_NODE}`,
    devtool: false,
    entry: { program: entry },
    output: { path: output, filename: '[name].js', module: true, chunkFormat: 'module', library: { type: 'module' } },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      // Programs find the files beside them by their own paths.
      parser: { javascript: { importMeta: false, dynamicImportMode: 'eager' } },
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } }, env: { targets: `node >= ${OLDEST_NODE}` } },
          type: 'javascript/auto',
        },
      ],
    },
    // Stack traces of a program have to be read.
    optimization: { minimize: false },
    performance: false,
    plugins: [
      new rspack.BannerPlugin({ banner: '#!/usr/bin/env node', raw: true, entryOnly: true }),
      new LicencesPlugin(),
    ],
  };
}

async function run(configuration: Configuration): Promise<void> {
  const failure = await new Promise<string | undefined>((resolve) => {
    rspack(configuration, (error, stats) => {
      if (error) resolve(error.message);
      else resolve(stats?.hasErrors() ? stats.toString('errors-only') : undefined);
    });
  });
  if (failure !== undefined) throw new PlainError(`${configuration.context ?? ''} cannot be bundled:\n${failure}`);
}

/**
 * A program of the package in `folder` with all that it needs in one file, so that it runs from its tarball alone; beside it the licences of
 * the packages in it. @throws {PlainError} with the bundler's message.
 */
export async function bundleProgram(folder: string, entry: string, name: string): Promise<Files> {
  const output = await mkdtemp(join(tmpdir(), 'portal-program-'));
  try {
    await run(bundled(folder, entry, output));
    const files = await readdir(output);
    const texts = files.map(async (file): Promise<[string, string]> => {
      const place = file.startsWith('program') ? `dist/${name}.js` : 'licences.json';
      return [place, await readFile(join(output, file), 'utf8')];
    });
    return new Map(await Promise.all(texts));
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}
