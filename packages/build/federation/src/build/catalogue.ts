import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { ownRules, rules } from './base-config.ts';
import { readPart } from './part.ts';

/** The folders of parts, by their names. */
type Folders = ReadonlyMap<string, string>;

/** The shell is none: its states bring their texts, and it has no loaders. */
const isRemote = (folder: string) => existsSync(join(folder, 'remote.json'));

/** The module that hands the states of all parts to the catalogue. */
function entryCode(folders: Folders): string {
  const parts = [...folders].map(([name, folder]) => {
    const path = (file: string) => JSON.stringify(join(folder, file));
    const modules = `import.meta.webpackContext(${path('src')}, { regExp: /\\.states\\.tsx$/, mode: 'lazy' })`;
    const remote = isRemote(folder) ? `, remote: () => import(${path('src/remote.ts')})` : '';
    return `${JSON.stringify(name)}: { modules: byFile(${modules})${remote} }`;
  });
  return [
    `import { start } from '@portal/catalogue/page';`,
    `const byFile = (load) => Object.fromEntries(load.keys().map((file) => [file, () => load(file)]));`,
    `await start({ ${parts.join(', ')} });`,
  ].join('\n');
}

/** Builds for tests are smaller, and change no more. */
type Mode = 'development' | 'production';

function configuration(root: string, folders: Folders, mode: Mode): Configuration {
  const loaders = [...folders.values()].filter(isRemote).flatMap((folder) => ownRules(readPart(folder, 'remote.json')));
  const pages = ['index.html', 'state.html'].map(
    (filename) =>
      new rspack.HtmlRspackPlugin({
        filename,
        templateContent: '<!doctype html><html lang="en"></html>',
        scriptLoading: 'module',
      }),
  );
  return {
    mode,
    context: root,
    target: ['web', 'es2022'],
    devtool: mode === 'development' && 'cheap-module-source-map',
    performance: false,
    // It would only take time.
    optimization: { minimize: false },
    entry: `data:text/javascript,${encodeURIComponent(entryCode(folders))}`,
    output: {
      path: join(root, 'node_modules/.cache/catalogue'),
      publicPath: '/',
      // As in builds: pdf.js runs only in modules.
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      filename: '[name].js',
      chunkFilename: '[name].js',
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: { rules: [...rules, ...loaders] },
    plugins: [
      ...pages,
      new rspack.CssExtractRspackPlugin({}),
      new rspack.DefinePlugin({ PART_VERSION: JSON.stringify('catalogue') }),
    ],
  };
}

/**
 * Serves the catalogue of these parts on this machine alone, and shows it anew after every change.
 * @returns a function that stops it.
 */
export async function serveCatalogue(
  root: string,
  folders: Folders,
  { port, mode = 'development' }: { readonly port: number; readonly mode?: Mode },
): Promise<() => Promise<void>> {
  // States fail on purpose: only mistakes of builds cover them.
  const client = mode === 'development' && { overlay: { errors: true, warnings: false, runtimeErrors: false } };
  const options = { host: 'localhost', port, client, liveReload: client !== false };
  const server = new RspackDevServer(
    { ...options, hot: false, static: false, setupExitSignals: false },
    rspack(configuration(root, folders, mode)),
  );
  await server.start();
  return async () => await server.stop();
}
