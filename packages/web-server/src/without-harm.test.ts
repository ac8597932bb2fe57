import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Declaration } from '@portal/contract/declaration';
import type { Release } from '@portal/contract/release';
import { promoteAll } from '@portal/release/testing';
import type { WebServer } from './server.ts';
import { perLanguage, SamplePortal, sampleRoute } from './testing/sample-portal.ts';

let portal: SamplePortal;
let server: WebServer | undefined;

beforeEach(async () => {
  portal = await SamplePortal.released();
  server = undefined;
});
afterEach(() => portal.remove());

type Changed = Partial<Declaration>;

/** Changes declarations in the stored release, as versions of an earlier release policy have them. `fallback`: those of fallbacks. */
async function declare(changes: Readonly<Record<string, Changed>>, fallback: Changed = {}): Promise<void> {
  const release = await portal.store.latestRelease();
  if (!release) throw new Error('There is no release.');
  const changed = <Part extends { readonly manifest: ArtifactManifest }>(part: Part, change: Changed = {}): Part => ({
    ...part,
    manifest: { ...part.manifest, declaration: { ...part.manifest.declaration, ...change } },
  });
  const changedAll = <Part extends { readonly manifest: ArtifactManifest }>(parts: Readonly<Record<string, Part>>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, changed(part, changes[name])]));
  const remotes = changedAll(release.remotes);
  for (const remote of Object.values(remotes)) remote.fallback &&= changed(remote.fallback, fallback);
  const stored: Release = {
    ...release,
    shell: changed(release.shell, changes['shell']),
    remotes,
    canaries: changedAll(release.canaries),
  };
  await portal.plant(`releases/${String(release.number).padStart(6, '0')}.json`, stored);
}

/** Publishes and releases small remotes with a page at `/NAME`. */
async function releaseRemotes(names: readonly string[], options: { readonly percent?: number } = {}): Promise<void> {
  for (const name of names) {
    const routes = [sampleRoute(`/${name}`, 'title')];
    await portal.publish('mfe-hubs', { name, declaration: { routes, texts: text('title', 'x') } });
  }
  await promoteAll(portal.store, Object.fromEntries(names.map((name) => [name, '1.0.0'])), options);
}

const text = (key: string, words: string) => ({ [key]: perLanguage(() => words) });

/** Texts of about so many kilobytes, of which 64 are allowed in one declaration. */
const texts = (kilobytes: number): Declaration['texts'] =>
  Object.fromEntries(
    Array.from({ length: kilobytes }, (_, index) => [
      index === 0 ? 'title' : `t${index}`,
      perLanguage(() => 'x'.repeat(250)),
    ]),
  );

/** A visit of somebody with this number for each draw, to a server that has started with what is declared. */
async function visit(path: string, number = 99) {
  server ??= await portal.start();
  const { url } = server;
  const response = await fetch(`${url}${path}`, {
    redirect: 'manual',
    headers: { cookie: await portal.drawsCookie(number) },
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

test('a redirect in a circle is left out, logged once, and the pages of its part stay', async () => {
  const from = '/settings';
  await declare({
    'mfe-hubs': {
      redirects: [
        { from, to: from },
        { from: '/hubs', to: from },
      ],
    },
  });
  expect((await visit('/settings')).status).toBe(200);
  expect(await visit('/hubs')).toMatchObject({ location: '/settings' });
  expect((await visit('/login')).status).toBe(200);
  expect(portal.logged).toEqual([
    expect.stringMatching(
      /^Release 1: visitors would go in a circle: .*: served without what leads away from "\/settings"\.$/,
    ),
  ]);
});

test('a remote whose declaration is too large is left out, with a line in the log, and the other parts stay', async () => {
  const huge = 'x'.repeat(5_000_000);
  await declare({ 'mfe-hubs': { texts: { ...text('hubs', huge), ...text('hostile', 'x') } } });
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

test('a fallback whose declaration is too large is left out, with a line in the log, and its remote stays', async () => {
  await portal.publish('mfe-hubs', { version: '1.1.0' });
  await portal.release({ hubs: '1.1.0' });
  await declare({}, { texts: { ...text('hubs', 'x'.repeat(301)), ...text('hostile', 'x') } });
  const page = await visit('/settings');
  expect(page.status).toBe(200);
  expect(page.text).toContain('"fallback":null');
  expect(portal.logged[0]).toMatch(
    /^Release 2: the declaration of mfe-hubs 1\.0\.0 is too large.*: served without this fallback\.$/,
  );
});

test('of remotes whose declarations are too large together the largest is left out, with a line in the log', async () => {
  const names = ['mfe-a', 'mfe-b', 'mfe-c', 'mfe-d', 'mfe-e'];
  await releaseRemotes(names);
  await declare(Object.fromEntries(names.map((name) => [name, { texts: texts(name === 'mfe-d' ? 53 : 51) }])));
  expect((await visit('/mfe-d')).status).toBe(404);
  for (const name of ['mfe-a', 'mfe-b', 'mfe-c', 'mfe-e']) expect((await visit(`/${name}`)).status).toBe(200);
  expect(portal.logged).toEqual([
    expect.stringMatching(
      /^Release 2: The declarations of 7 parts have 2\d{5} bytes together, .* Served without the remote mfe-d 1\.0\.0\.$/,
    ),
  ]);
});

test('a canary that makes the declarations of a page too large is left out, and the live version stays', async () => {
  const names = ['mfe-a', 'mfe-b', 'mfe-c', 'mfe-d'];
  await releaseRemotes(names);
  await releaseRemotes(['mfe-e'], { percent: 10 });
  await declare(Object.fromEntries([...names, 'mfe-e'].map((name) => [name, { texts: texts(51) }])));
  expect((await visit('/mfe-e', 0)).status).toBe(404);
  for (const name of names) expect((await visit(`/${name}`, 0)).status).toBe(200);
  expect(portal.logged).toEqual([expect.stringMatching(/^Release 3: .* Served without the canary mfe-e 1\.0\.0\.$/)]);
});
