import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { LicencesPlugin } from '@portal/federation/licences';
import { PlainError } from '@portal/node-kit/plain-error';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import type { Files } from './compile.ts';
import { LICENCE_TEXTS } from './licence-texts.ts';

/** The oldest Node that runs the programs of other repositories. */
export const OLDEST_NODE = '20.19';
/** The oldest Node that runs the packages of the servers. */
export const SERVERS_NODE = '24';

export interface Bundle {
  /** All names of files in the output are relative to it. */
  readonly folder: string;
  /** "./src/main.ts" */
  readonly entry: string;
  /** "portal-release" becomes "dist/portal-release.js". */
  readonly name: string;
  /** The oldest Node that runs it. */
  readonly node: typeof OLDEST_NODE | typeof SERVERS_NODE;
  /** Whether the first line makes it a command. */
  readonly isCommand?: boolean;
  /** The packages that are installed beside it, and not in it. */
  readonly external?: (name: string) => boolean;
  /** What stands in the source map before the path of a source; without it there is no map. */
  readonly sourcesAt?: string;
}

const isPackage = (request: string) => /^[@a-z]/.test(request) && !request.startsWith('node:');

function bundled(
  { folder, entry, node, isCommand = false, external = () => false, sourcesAt }: Bundle,
  output: string,
): Configuration {
  return {
    mode: 'production',
    context: folder,
    target: `node${node}`,
    // The names and lines of the sources, for stack traces, and not the sources.
    devtool: sourcesAt !== undefined && 'nosources-source-map',
    entry: { program: entry },
    output: {
      path: output,
      filename: '[name].js',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
      devtoolModuleFilenameTemplate: ({ absoluteResourcePath: file }: { readonly absoluteResourcePath: string }) =>
        `${sourcesAt ?? ''}${isAbsolute(file) ? relative(folder, file) : file}`,
    },
    externals: [
      ({ request = '' }, done) =>
        isPackage(request) && external(request) ? done(undefined, `module ${request}`) : done(),
    ],
    externalsType: 'module',
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      // Programs find the files beside them by their own paths.
      parser: { javascript: { importMeta: false, url: false, dynamicImportMode: 'eager' } },
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } }, env: { targets: `node >= ${node}` } },
          type: 'javascript/auto',
        },
      ],
    },
    // Stack traces of a program have to be read.
    optimization: { minimize: false },
    performance: false,
    plugins: [
      ...(isCommand ? [new rspack.BannerPlugin({ banner: '#!/usr/bin/env node', raw: true, entryOnly: true })] : []),
      new LicencesPlugin(LICENCE_TEXTS),
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
 * A program with all that it needs in one file, so that it runs from its package alone; beside it the licences of the
 * packages in it.
 * @throws {PlainError} with the bundler's message.
 */
export async function bundleProgram(bundle: Bundle): Promise<Files> {
  const output = await mkdtemp(join(tmpdir(), 'portal-program-'));
  try {
    await run(bundled(bundle, output));
    const files = await readdir(output);
    const texts = files.map(async (file): Promise<[string, string]> => {
      const text = await readFile(join(output, file), 'utf8');
      if (file === 'program.js')
        return [`dist/${bundle.name}.js`, text.replace('=program.js.map', `=${bundle.name}.js.map`)];
      return [file === 'program.js.map' ? `dist/${bundle.name}.js.map` : 'licences.json', text];
    });
    return new Map(await Promise.all(texts));
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}
