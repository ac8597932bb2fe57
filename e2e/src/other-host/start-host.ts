import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import type { Configuration } from '@rspack/core';

const configuration = (folder: string): Configuration => ({
  mode: 'production',
  context: join(import.meta.dirname, 'page'),
  devtool: false,
  target: ['web', 'es2022'],
  entry: { host: './host.ts' },
  output: { path: folder, filename: '[name].js' },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
        },
        type: 'javascript/auto',
      },
      { test: /\.css$/, type: 'css', parser: { url: false } },
    ],
  },
  // The page is opened once, so minifying it would take longer than it saves.
  optimization: { minimize: false },
  performance: false,
});

function build(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    rspack(configuration(folder), (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

interface OtherHost {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Builds the page of a host that is not the portal into `folder`, and serves it on `port`, under a policy that turns no
 * text into code.
 */
export async function startOtherHost(folder: string, port: number, config: string, portal: string): Promise<OtherHost> {
  await build(folder);
  const { apiBaseUrl } = JSON.parse(config) as { readonly apiBaseUrl: string };
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${portal}`,
    `style-src 'self' ${portal}`,
    `connect-src 'self' ${portal} ${new URL(apiBaseUrl).origin}`,
    "img-src 'self' data:",
  ].join('; ');
  const page =
    '<!doctype html><html lang="en"><title>Another host</title><link rel="stylesheet" href="/host.css"><body><script src="/host.js" defer></script>';
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const send = (type: string, body: string | Uint8Array) =>
      response
        .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy })
        .end(body);
    if (path === '/config.json') return send('application/json', config);
    const type = TYPES[path.split('.').at(-1) ?? ''];
    if (type === undefined) return send('text/html', page);
    readFile(join(folder, path)).then(
      (bytes) => send(type, bytes),
      () => response.writeHead(404).end(),
    );
    return response;
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
