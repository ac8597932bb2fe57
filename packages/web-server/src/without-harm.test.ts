import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release } from '@portal/contract/release';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.release();
});
afterEach(() => portal.remove());

type Changed = Partial<ArtifactManifest['declaration']>;

/** Changes declarations in the stored release, as a version of an earlier release policy has them. */
async function declare(changes: { readonly shell?: Changed; readonly hubs?: Changed }): Promise<void> {
  const release: Release = await portal.store.readRelease(1);
  const changed = <Part extends { readonly manifest: ArtifactManifest }>(part: Part, change: Changed = {}): Part => ({
    ...part,
    manifest: { ...part.manifest, declaration: { ...part.manifest.declaration, ...change } },
  });
  const hubs = release.remotes['mfe-hubs'];
  if (!hubs) throw new Error('There is no mfe-hubs.');
  const stored = {
    ...release,
    shell: changed(release.shell, changes.shell),
    remotes: { 'mfe-hubs': changed(hubs, changes.hubs) },
  };
  portal.damage('releases/000001.json', JSON.stringify(stored));
}

const text = (key: string, words: string) => ({ [key]: { en: words, de: words, fr: words, nl: words } });

async function visit(path: string) {
  const { url } = await portal.start();
  const response = await fetch(`${url}${path}`, { redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

test('a redirect in a circle is left out, logged once, and the pages of its part stay', async () => {
  const from = '/settings';
  await declare({
    hubs: {
      redirects: [
        { from, to: from },
        { from: '/hubs', to: from },
      ],
    },
  });
  expect((await visit('/settings')).status).toBe(200);
  expect(await visit('/hubs')).toMatchObject({ location: '/settings' });
  expect((await visit('/login')).status).toBe(200);
  expect(new Set(portal.logged)).toEqual(
    new Set([
      'Release 1: visitors would go in a circle: mfe-hubs 1.0.0 leads from "/settings" to "/settings": served without what leads away from "/settings".',
    ]),
  );
});

test('a remote whose declaration is too large is left out, with a line in the log, and the other parts stay', async () => {
  const huge = 'x'.repeat(5_000_000);
  await declare({ hubs: { texts: { ...text('hubs', huge), ...text('hostile', 'x') } } });
  expect((await visit('/settings')).status).toBe(404);
  const login = await visit('/login');
  expect(login.status).toBe(200);
  expect(login.text.length).toBeLessThan(100_000);
  expect(portal.logged[0]).toMatch(
    /^Release 1: the declaration of mfe-hubs 1\.0\.0 is too large.*: served without this remote\.$/,
  );
});

test('a shell that leads in a circle is not served', async () => {
  await declare({ shell: { redirects: [{ from: '/login', to: '/login' }] } });
  expect((await visit('/login')).status).toBe(503);
  expect(portal.logged[0]).toContain('Release 1 is not served: visitors would go in a circle: shell 1.0.0');
});
