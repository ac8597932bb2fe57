import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { publishVersion } from '@portal/release/operations/publish-version';
import { promoteAll, publishSample } from '@portal/release/testing';
import type { SampleBuild } from '@portal/release/testing';
import { SamplePortal } from '@portal/web-server/testing';
import { customerParts } from './customer-parts.ts';

const decompress = promisify(brotliDecompress);

/** A page of a portal with some remotes. */
interface PageBytes {
  readonly remotes: number;
  /** On the network. */
  readonly compressed: number;
  readonly uncompressed: number;
}

/** A small remote, with one route and three scripts: a release has room for 1,000 of these. */
function furtherRemote(number: number): SampleBuild {
  const name = `mfe-${String(number)}`;
  const scripts = ['entry', 'main', 'texts'];
  return {
    name,
    version: '1.0.0',
    contents: Object.fromEntries(scripts.map((script) => [`${script}.js`, `export const of = "${name} ${script}";`])),
    declaration: {
      routes: [{ path: `/${String(number)}`, title: 't', access: 'open', page: 'main', skeleton: 'form', reads: [] }],
      texts: { t: { en: 'Things', de: 'Dinge', fr: 'Choses', nl: 'Dingen' } },
    },
  };
}

function fetchPage(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', 'accept-language': 'en', cookie: 'access_token=any' };
    get(url, { headers }, (answer) => {
      if (answer.statusCode === 200 && answer.headers['content-encoding'] === 'br')
        buffer(answer).then(resolve, reject);
      else reject(new Error(`${url} answers ${String(answer.statusCode)}, not a compressed page`));
    }).on('error', reject);
  });
}

/**
 * The bytes of `/settings` in portals with the parts for customers that are built in `root` and, in turn, so many
 * remotes as `counts` says, ascending.
 */
export async function measurePageBytes(root: string, counts: readonly number[]): Promise<readonly PageBytes[]> {
  const portal = new SamplePortal();
  const parts = customerParts(root).map(({ name }) => name);
  const versions: Record<string, string> = {};
  for (const part of parts) {
    const { published } = await publishVersion(portal.store, { folder: join(root, part, 'dist'), ahead: true });
    versions[part] = published.manifest.version;
  }
  const measured: PageBytes[] = [];
  try {
    let remotes = parts.length - 1;
    for (const count of counts) {
      for (; remotes < count; remotes += 1) {
        const build = furtherRemote(remotes);
        await publishSample(portal.store, build);
        versions[build.name] = build.version;
      }
      await promoteAll(portal.store, versions);
      const server = await portal.start();
      const bytes = await fetchPage(`${server.url}/settings`);
      measured.push({ remotes: count, compressed: bytes.length, uncompressed: (await decompress(bytes)).length });
    }
    return measured;
  } finally {
    await portal.remove();
  }
}
