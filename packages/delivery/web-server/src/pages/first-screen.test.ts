import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { perLanguage, SamplePortal } from '../testing/sample-portal.ts';

const markup = (words: string, ...more: readonly unknown[]) =>
  perLanguage((language) => ({ screen: [`${words} (${language})`, ...more], row: [] }));
const SCREEN = {
  path: '/settings',
  conditions: ['link:contact'],
  account: { choices: {}, holes: { firstname: 'text' }, needs: [] },
  variants: { '': markup('Nobody'), 'link:contact': markup('Ask', ['a', { href: '%link.contact%' }, []]) },
};

let portal: SamplePortal;
const publish = async (version: string, screens: string, to = portal) => {
  await to.publish('mfe-hubs', { version, contents: { 'first-screens.json': screens } });
  await to.release({ hubs: version });
};
const withScreen = SamplePortal.prepared(async (made) => {
  await made.publish('shell');
  await publish('1.0.0', JSON.stringify({ screens: [SCREEN], later: 'a field of a later version' }), made);
});
beforeEach(async () => {
  portal = await withScreen();
});
afterEach(() => portal.remove());

const SIGNED_IN = { cookie: 'access_token=any', 'accept-language': 'de' };
async function ask(headers: Readonly<Record<string, string>>, config: object = {}, path = '/settings') {
  const server = await portal.startWith({ links: {}, ...config });
  const answer = await fetch(`${server.url}${path}`, { headers });
  const html = await answer.text();
  const [, carried] = /<script type="application\/json" id="portal-first-screen">(.*?)<\/script>/.exec(html) ?? [];
  return { carried, html, policy: answer.headers.get('content-security-policy') ?? '' };
}

test('a page for somebody who is signed in carries the first screen in its language, and the script that fills it', async () => {
  const { carried, html, policy } = await ask(SIGNED_IN);
  expect(JSON.parse(carried ?? '')).toEqual({
    path: '/settings',
    account: SCREEN.account,
    screen: ['Nobody (de)'],
    row: [],
  });
  expect(html).toContain('<script>fill()</script>');
  expect(policy.match(/'sha256-/g)?.length).toBeGreaterThan(4);
});

test('links of the configuration are filled in as texts of JSON', async () => {
  const contact = 'mailto:a%22b@example.com?subject="</script>"';
  const { carried } = await ask(SIGNED_IN, { links: { contact } });
  expect(carried).not.toContain('<');
  expect(JSON.parse(carried ?? '')).toMatchObject({ screen: ['Ask (de)', ['a', { href: contact }, []]] });
});

test.each([
  [{ singleSignOn: true, notifications: true }, 'With news (de)'],
  [{ singleSignOn: true, notifications: false }, 'Without (de)'],
  [{ singleSignOn: true }, 'Without (de)'],
])('with the features %j it is the one for them', async (features, words) => {
  const variants = { '': markup('Without'), 'feature:notifications': markup('With news') };
  const screen = { ...SCREEN, conditions: ['feature:notifications'], variants };
  await publish('1.1.0', JSON.stringify({ screens: [screen] }));
  expect(JSON.parse((await ask(SIGNED_IN, { features })).carried ?? '')).toMatchObject({ screen: [words] });
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

test('a damaged file costs the first screen alone', async () => {
  await publish('1.0.1', '{"screens":[{"path":"/settings"}]}');
  const { carried, html } = await ask(SIGNED_IN);
  expect(carried).toBeUndefined();
  expect(html).toContain('id="portal-page"');
});
