import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { promoteAll } from '@portal/release/testing';
import { visibleText } from '../testing/browser.ts';
import { SampleConsole } from '../testing/sample-console.ts';

/** Tests of the page that compares versions. */
export function testCompare(): void {
  let app: SampleConsole;
  const ADDRESS = '/compare?part=mfe-hubs&amp;from=1.0.0&amp;to=1.1.0';

  beforeEach(async () => {
    app = await SampleConsole.start();
    await app.sample.publish('mfe-hubs', '1.1.0', {
      contents: { 'entry.js': 'mfe-hubs, larger', 'more.js': 'x'.repeat(3000) },
      provenance: {
        source: { repository: 'https://git.example.com/portal.git', commit: 'd'.repeat(40), clean: false },
      },
      declaration: { header: [{ path: '/hubs', label: 'title', order: 1 }] },
    });
  });
  afterEach(() => app.stop());

  test('the form, the confirmation, the versions and the track lead to what changed', async () => {
    const [browser, form] = await app.signIn('/?action=promote&part=mfe-hubs');
    expect(form.text).toContain(`<a href="${ADDRESS}">What changed from Hubs 1.0.0 to 1.1.0</a>`);
    expect(form.text.split(ADDRESS)).toHaveLength(3);
    const confirmation = await browser.submit(form, '/confirm', { version: '1.1.0', reason: 'To see' });
    expect(confirmation.text).toContain(ADDRESS);
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 5 });
    const board = await browser.open('/');
    expect(visibleText(board)).toContain('What changed since 1.0.0: 1.1.0 5 % canary');
  });

  test('shows commits, files and declarations that differ', async () => {
    const [, page] = await app.signIn('/compare?part=mfe-hubs&from=1.0.0&to=1.1.0');
    const words = visibleText(page);
    expect(words).toContain('Hubs 1.0.0 → 1.1.0');
    expect(words).toContain(`${'c'.repeat(40)}..${'d'.repeat(40)} of https://git.example.com/portal.git.`);
    expect(words).toContain('uncommitted changes');
    expect(words).toContain('2 differ, 0 are the same');
    expect(words).toContain('entry.js 14 B 16 B +2 B 20 B +2 B');
    expect(words).toMatch(/more\.js – 3\.0 KB New \d+ B New All files 14 B 3\.0 KB \+3\.0 KB/);
    expect(words).toContain('Header /hubs is new: title');
    expect(words).toContain('routes, redirects, footer, texts of the declaration, texts of the pages, shared modules');
  });

  test.each(['?part=mfe-hubs&from=1.0.0', '?part=mfe-hubs&from=1.0.0&to=9.0.0', '?part=..&from=1.0.0&to=1.1.0'])(
    'there is no comparison at %s',
    async (query) => {
      const [, page] = await app.signIn(`/compare${query}`);
      expect([page.status, visibleText(page)]).toEqual([404, expect.stringContaining('There is no such page')]);
    },
  );
}
