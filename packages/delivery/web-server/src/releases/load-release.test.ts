import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sampleFrame } from '@portal/release/testing';
import { SamplePortal } from '../testing/sample-portal.ts';

let portal: SamplePortal;

beforeEach(async () => {
  portal = await SamplePortal.withNewer();
});
afterEach(() => portal.remove());

describe('the live release', () => {
  const version = async (url: string) =>
    /"mfe-hubs":\{"version":"([^"]+)"/.exec(await (await fetch(`${url}/settings`)).text())?.[1];

  test('is followed without a restart, with at most one read of the store per second', async () => {
    const { url } = await portal.start();
    await portal.release({ hubs: '1.1.0' });
    expect(await version(url)).toBe('1.0.0');
    portal.time += 1000;
    expect(await version(url)).toBe('1.1.0');
    await portal.release({ hubs: '1.0.0' });
    portal.time += 1000;
    expect(await version(url)).toBe('1.0.0');
    expect(portal.logged).toEqual([
      'Release 2 is served (was 1) release=2 before=1',
      'Release 3 is served (was 2) release=3 before=2',
    ]);
  });

  test('that is damaged leaves the last good one in place, logged once, until it is repaired [T448]', async () => {
    const { url } = await portal.start();
    await portal.plant('releases/000002.json', {});
    const repair = portal.damage('releases/000002.json', '{"schema": 1');
    for (let look = 0; look < 3; look += 1) {
      portal.time += 1000;
      expect(await version(url)).toBe('1.0.0');
    }
    expect(portal.logged).toEqual([expect.stringMatching(/^Release 2 .*: .*000002\.json/)]);
    repair();
    await portal.release({ hubs: '1.1.0' });
    portal.time += 1000;
    expect(await version(url)).toBe('1.1.0');
  });

  test('with a missing or truncated file leaves the last good one in place, also after a restart', async () => {
    const running = await portal.start();
    await portal.release({ hubs: '1.1.0' });
    portal.damage(`artifacts/mfe-hubs/${await portal.fileLike('mfe-hubs', 'main.', '1.1.0')}`, 'export');
    portal.time += 1000;
    expect(await version(running.url)).toBe('1.0.0');
    const restarted = await portal.start();
    expect(await version(restarted.url)).toBe('1.0.0');
    expect(portal.logged).toEqual([expect.stringMatching(/^Release 2 /), expect.stringMatching(/^Release 2 /)]);
  });

  test('before a yank is never served again: after a restart the newest one is served, except its damaged files', async () => {
    await portal.release({ hubs: '1.1.0' });
    await portal.yank('mfe-hubs', '1.0.0');
    const main = await portal.fileLike('mfe-hubs', 'main.', '1.1.0');
    const repair = portal.damage(`artifacts/mfe-hubs/${main}`, 'e');
    const { url } = await portal.start();
    expect(await version(url)).toBe('1.1.0');
    expect((await fetch(`${url}/assets/mfe-hubs/${main}`)).status).toBe(500);
    expect(portal.logged).toEqual([
      expect.stringMatching(/^Release 3 .*: .*main\./),
      expect.stringMatching(/^Release 2 .*: .*main\./),
      expect.stringMatching(/^Release 1 .*: mfe-hubs 1\.0\.0 /),
      expect.stringContaining(main),
    ]);
    repair();
    expect((await fetch(`${(await portal.start()).url}/assets/mfe-hubs/${main}`)).status).toBe(200);
  });

  test('before a yank is served without the yanked version as its fallback, even with a truncated record of the yank', async () => {
    const page = async (url: string) => (await fetch(`${url}/settings`)).text();
    await portal.release({ hubs: '1.1.0' });
    expect(await page((await portal.start()).url)).toContain('"fallback":{"version":"1.0.0"');
    await portal.yank('mfe-hubs', '1.0.0');
    portal.damage('releases/000003.json', '{');
    const yanked = await page((await portal.start()).url);
    expect(yanked).toContain('"mfe-hubs":{"version":"1.1.0"');
    expect(yanked).toContain('"fallback":null');
    portal.damage('yanked/mfe-hubs/1.0.0.json', '{');
    expect(await page((await portal.start()).url)).toBe(yanked);
  });

  test('is a 503 page when only a release with a yanked version is left', async () => {
    await portal.release({ hubs: '1.1.0' });
    await portal.yank('mfe-hubs', '1.0.0');
    for (const number of ['000002', '000003']) portal.damage(`releases/${number}.json`, '{');
    expect((await fetch(`${(await portal.start()).url}/settings`)).status).toBe(503);
  });

  test('is replaced when it is not the newest and one of its versions is yanked', async () => {
    const { url } = await portal.start();
    await portal.release({ hubs: '1.1.0' });
    portal.damage(`artifacts/mfe-hubs/${await portal.fileLike('mfe-hubs', 'main.', '1.1.0')}`, 'e');
    portal.time += 1000;
    expect(await version(url)).toBe('1.0.0');
    await portal.bar('mfe-hubs', '1.0.0');
    portal.time += 1000;
    expect(await version(url)).toBe('1.1.0');
  });

  test.each([
    ['of every page', sampleFrame('"</script><script>alert(1)"')],
    ['of first screens', sampleFrame('', '"</script><script>alert(1)"')],
  ])('whose inline script %s would break out of its element is not served [T288]', async (_, frame) => {
    const { url } = await portal.start();
    await portal.publish('shell', { version: '1.1.0', contents: { 'frame.json': frame } });
    await portal.release({ shell: '1.1.0' });
    portal.time += 1000;
    expect(await (await fetch(`${url}/login`)).text()).not.toContain('alert(1)');
    expect(portal.logged).toEqual([expect.stringMatching(/^Release 2 .*: .*frame/)]);
  });

  test('missing altogether is a 503 page in the visitor’s language, until the first release', async () => {
    portal = new SamplePortal();
    await portal.publishAll();
    const { url } = await portal.start();
    const answer = await fetch(`${url}/settings`, { headers: { 'accept-language': 'de' } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain('Das Portal ist nicht verfügbar');
    await portal.release();
    portal.time += 1000;
    expect((await fetch(`${url}/settings`)).status).toBe(200);
  });
});
