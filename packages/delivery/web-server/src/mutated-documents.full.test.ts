import { expect, test } from '@jest/globals';
import { parsePageData } from '@portal/contract/page';
import { INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import { mutate, mutation } from '@portal/node-kit/testing/mutations';
import { memoryDriver } from '@portal/release/memory-driver';
import { openMemoryStore } from '@portal/release/memory-store';
import { SamplePortal } from './testing/sample-portal.ts';

/** How many documents each test tries. */
const AMOUNT = { all: 10_000, some: 50 };

const DATA = /<script type="application\/json" id="portal-page">([^]*?)<\/script>/;

test(
  'a mutated newest release is served or held back, and every page stays',
  async () => {
    const portal = new SamplePortal();
    await portal.publishAll();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release();
    await portal.publish('mfe-hubs', { version: '1.2.0', contents: { 'main.js': 'export const newest = true;' } });
    await portal.release({ hubs: '1.1.0' });
    // This one has two fallbacks.
    await portal.release({ hubs: '1.2.0' });
    const key = 'releases/000003.json';
    const release: unknown = JSON.parse(Buffer.from((await portal.store.driver.get(key)) ?? []).toString());
    const objects = new Map<string, Uint8Array>();
    for (const each of await portal.store.driver.list('')) {
      objects.set(each, (await portal.store.driver.get(each)) ?? new Uint8Array());
    }
    await tryInputs('Mutated releases, served', AMOUNT, mutation, async (change) => {
      const changed = new SamplePortal(
        openMemoryStore(
          memoryDriver(new Map([...objects, [key, Buffer.from(JSON.stringify(mutate(release, change)))]])),
        ),
      );
      try {
        const { url } = await changed.start();
        for (const path of ['/login', '/settings', '/nothing']) {
          const answer = await fetch(url + path);
          const page = await answer.text();
          // The shell takes the page's data, whatever the change made of it.
          const { number } = parsePageData(JSON.parse(DATA.exec(page)?.[1] ?? '')).release;
          expect([2, 3]).toContain(number);
          const usual = path === '/nothing' ? 404 : 200;
          expect(number === 2 ? [usual] : [200, 404]).toContain(answer.status);
        }
        for (const line of changed.logged) expect(line).toMatch(/^Release 3.{1,2000}$/);
      } finally {
        await changed.remove();
      }
    });
    await portal.remove();
  },
  INPUTS_LIMIT_MS,
);
