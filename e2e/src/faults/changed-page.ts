import { createHash } from 'node:crypto';
import type { Cell } from './cell.ts';
import { intercept } from './cell.ts';

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Changes the documents that the browser gets for a path. */
export async function changePage(cell: Cell, path: string, change: (html: string) => string): Promise<void> {
  await cell.page.route(
    (url) => url.pathname === path,
    async (route) => {
      cell.met += 1;
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    },
  );
}

const IMPORT_MAP = /(<script type="importmap">)([^<]*)/;

/**
 * Replaces a file of a remote as if other bytes had been released: page, import map and Content Security Policy name the hash of the
 * changed ones.
 */
export async function changeFile(
  cell: Cell,
  path: string,
  address: RegExp,
  change: (text: string) => string,
): Promise<void> {
  const { url } = cell.portal;
  const page = await (await cell.page.request.get(`${url}${path}`)).text();
  const [file = 'none'] = new RegExp(`${address.source}[^"]*`).exec(page) ?? [];
  const original = await (await fetch(`${url}${file}`)).text();
  const changed = change(original);
  if (changed === original) throw new Error(`${file} is unchanged`);
  await intercept(cell, address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: changed });
  });
  // What the page does not list, it learns from here.
  await cell.page.route('**/part.json?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(sha256(original), sha256(changed)) });
  });
  await cell.page.route(
    (to) => to.pathname === path,
    async (route) => {
      const response = await route.fetch();
      const before = await response.text();
      const after = before.replaceAll(sha256(original), sha256(changed));
      const [, , mapBefore = ''] = IMPORT_MAP.exec(before) ?? [];
      const [, , mapAfter = ''] = IMPORT_MAP.exec(after) ?? [];
      const policy = response.headers()['content-security-policy'] ?? '';
      const headers = {
        ...response.headers(),
        'content-security-policy': policy
          .replaceAll(sha256(mapBefore), sha256(mapAfter))
          .replaceAll(sha256(original), sha256(changed)),
      };
      await route.fulfill({ response, headers, body: after });
    },
  );
}
