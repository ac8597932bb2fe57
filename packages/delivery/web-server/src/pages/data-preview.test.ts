import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { textSlot } from '@portal/contract/markup';
import { perLanguage, SamplePortal } from '../testing/sample-portal.ts';

const markup = (...nodes: readonly unknown[]) =>
  perLanguage((language) => ({ page: [...nodes, `(${language})`], item: [], title: null }));
const choose = (by: string, yes: unknown, no: unknown) => ({
  by,
  of: [
    [['true'], [yes]],
    [['false'], [no]],
  ],
});
const account = { choices: {}, slots: { firstname: 'text' }, required: [] };
const ASK = ['a', { href: textSlot('link.contact') }, [textSlot('firstname')]];
const PREVIEW = {
  paths: ['/settings'],
  styles: '',
  conditions: ['link:contact'],
  data: { account },
  markup: markup(choose('link:contact', ASK, 'Nobody')),
};

let portal: SamplePortal;
const publish = async (version: string, pages: string, to = portal) => {
  await to.publish('mfe-hubs', { version, contents: { 'prerendered.json': pages } });
  await to.release({ hubs: version });
};
const withPreview = SamplePortal.prepared(async (made) => {
  await made.publish('shell');
  await publish('1.0.0', JSON.stringify({ pages: [PREVIEW], later: 'a field of a later version' }), made);
});
beforeEach(async () => {
  portal = await withPreview();
});
afterEach(() => portal.remove());

const SIGNED_IN = { cookie: 'access_token=any', 'accept-language': 'de' };
async function ask(headers: Readonly<Record<string, string>>, config: object = {}, path = '/settings') {
  const server = await portal.startWith({ links: {}, ...config });
  const answer = await fetch(`${server.url}${path}`, { headers });
  const html = await answer.text();
  const [, carried] = /<script type="application\/json" id="portal-preview">(.*?)<\/script>/.exec(html) ?? [];
  return { carried, html, policy: answer.headers.get('content-security-policy') ?? '' };
}

test('a page for somebody who is signed in carries the data preview in its language, and the script that fills it', async () => {
  const { carried, html, policy } = await ask(SIGNED_IN);
  expect(JSON.parse(carried ?? '')).toEqual({
    path: '/settings',
    account,
    page: ['Nobody', '(de)'],
    item: [],
  });
  expect(html).toContain('<script>fill()</script>');
  expect(policy.match(/'sha256-/g)?.length).toBeGreaterThan(4);
});

test('links of the configuration are filled in as texts of JSON', async () => {
  const contact = 'mailto:a%22b@example.com?subject="</script>"';
  const { carried } = await ask(SIGNED_IN, { links: { contact } });
  expect(carried).not.toContain('<');
  expect(JSON.parse(carried ?? '')).toMatchObject({
    page: [['a', { href: contact }, [textSlot('firstname')]], '(de)'],
  });
});

test.each([
  [{ singleSignOn: true, notifications: true }, 'With news'],
  [{ singleSignOn: true, notifications: false }, 'Without'],
  [{ singleSignOn: true }, 'Without'],
])('with the features %j it is the one for them', async (features, words) => {
  const name = 'feature:notifications';
  const page = { ...PREVIEW, conditions: [name], markup: markup(choose(name, 'With news', 'Without')) };
  await publish('1.1.0', JSON.stringify({ pages: [page] }));
  expect(JSON.parse((await ask(SIGNED_IN, { features })).carried ?? '')).toMatchObject({ page: [words, '(de)'] });
});

test.each([
  ['somebody who is signed out', {}, '/settings'],
  ['cookies that are ambiguous', { cookie: 'access_token=a; access_token=b' }, '/settings'],
  ['a page without one', SIGNED_IN, '/check-device'],
])('%s gets none', async (_, headers, path) => {
  const { carried, html } = await ask(headers, {}, path);
  expect(carried).toBeUndefined();
  expect(html).not.toContain('fill()');
});

test('a damaged file costs the data preview alone', async () => {
  await publish('1.0.1', '{"pages":[{"paths":["/settings"]}]}');
  const { carried, html } = await ask(SIGNED_IN);
  expect(carried).toBeUndefined();
  expect(html).toContain('id="portal-page"');
});
