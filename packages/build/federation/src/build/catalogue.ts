import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { ownRules, rules } from './base-config.ts';
import { readPart } from './part.ts';

/** The folders of remotes, by their names. */
type Folders = ReadonlyMap<string, string>;

/** The module that hands the states of all remotes to the catalogue. */
function entryCode(folders: Folders): string {
  const parts = [...folders].map(([name, folder]) => {
    const path = (file: string) => JSON.stringify(join(folder, file));
    const modules = `import.meta.webpackContext(${path('src')}, { regExp: /\\.states\\.tsx$/, mode: 'lazy' })`;
    const remote = `() => import(${path('src/remote.ts')})`;
    return `${JSON.stringify(name)}: { modules: byFile(${modules}), remote: ${remote} }`;
  });
  return [
    `import { start } from '@portal/catalogue/page';`,
    `const byFile = (load) => Object.fromEntries(load.keys().map((file) => [file, () => load(file)]));`,
    `await start({ ${parts.join(', ')} });`,
  ].join('\n');
}

function configuration(root: string, folders: Folders): Configuration {
  const loaders = [...folders.values()].flatMap((folder) => ownRules(readPart(folder, 'remote.json')));
  const pages = ['index.html', 'state.html'].map(
    (filename) => new rspack.HtmlRspackPlugin({ filename, templateContent: '<!doctype html><html lang="en"></html>' }),
  );
  return {
    mode: 'development',
    context: root,
    target: ['web', 'es2022'],
    devtool: 'cheap-module-source-map',
    entry: `data:text/javascript,${encodeURIComponent(entryCode(folders))}`,
    output: { path: join(root, 'node_modules/.cache/catalogue'), publicPath: '/' },
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
 * Serves the catalogue of these remotes on this machine alone, and shows it anew after every change.
 * @returns a function that stops it.
 */
export async function serveCatalogue(root: string, folders: Folders, port: number): Promise<() => Promise<void>> {
  const server = new RspackDevServer(
    { host: 'localhost', port, hot: false, static: false, setupExitSignals: false, client: { overlay: true } },
    rspack(configuration(root, folders)),
  );
  await server.start();
  return async () => await server.stop();
}
