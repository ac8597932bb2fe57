/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { Language } from '@portal/contract/language';
import { LANGUAGES } from '@portal/contract/language';
import { textSlot } from '@portal/contract/markup';
import type { PageCase } from '@portal/contract/prerendered';
import { pageCases } from '@portal/contract/prerendered';
import { signInCall } from '@portal/contract/sign-in-call';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { comparableMarkup, importPrerender } from '@portal/ui/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import declared from '../../shell.json' with { type: 'json' };
import { answerLiveParts, openPortal, testRemote } from '../testing/open-portal.tsx';

const { prerender } = await importPrerender(() => import('./prerender.tsx'));
const rendered = await prerender();

const CONTACT = 'mailto:help@example.com';
const HELP = testRemote('mfe-legal', [{ path: '/faq', access: 'open', Page: () => () => null }]);
const { origin } = window.location;
const SIGN_IN =
  'https://api.example.com/v1/' + signInCall({ returnTo: `${origin}/loggedin`, redirectUri: `${origin}/login` });
/** What the web server fills in for the release of the test portal. */
const FILLED = {
  'link.signIn': SIGN_IN.replaceAll('&', '&amp;'),
  'link.contact': CONTACT,
  version: '1.2.115',
  day: '01.11.2026',
  release: '7',
};
const SHELL_ROW = { 'part.version': '1.2.115-local.0a1b2c3', 'part.day': '01.11.2026' };

/** The running page's markup, without the map, which is not prerendered, and its title. */
async function runningPage(path: string, { search, activeConditions }: PageCase, language: Language) {
  startTestApi({});
  answerLiveParts();
  // An address is never prerendered.
  if (activeConditions.includes('signedIn')) await startTestSession({ ...TEST_USER, email: '' });
  else await startTestSession(null);
  const links = activeConditions.includes('link:contact') ? { contact: CONTACT } : {};
  await openPortal(`${path}${search}`, activeConditions.includes('route:/faq') ? [HELP] : [], language, links);
  const main = screen.getByRole('main');
  await waitFor(() => expect(main.querySelector('h1')).not.toBeNull());
  await waitFor(() => expect(main.querySelector('.skeleton')).toBeNull());
  main.querySelector('.login__map')?.remove();
  return { markup: comparableMarkup(main.innerHTML), title: document.title };
}

function fill(html: string, texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts).reduce((text, [name, value]) => text.replaceAll(textSlot(name), () => value), html);
}

/** The page as the server fills it; an inert sign-in stands in its box without one. */
function filled(html: string, item: string, language: Language): string {
  const row = { ...SHELL_ROW, 'part.name': declared.texts.part[language] };
  return comparableMarkup(
    fill(html, FILLED)
      .replace('<slot name="parts"></slot>', () => fill(item, row))
      .replace(
        /<div inert="">(<a .*?)href="#main"(.*?<\/a>)<\/div>/,
        `$1href="${FILLED['link.signIn'].replaceAll('$', '$$$$')}"$2`,
      ),
  );
}

test.each(rendered.map((page) => [page.paths[0] ?? '', page] as const))(
  '%s is prerendered as it runs, in every case',
  async (path, page) => {
    for (const [index, each] of pageCases(page).entries()) {
      // Conditions change no text in one language alone, and each is among those of all.
      const isMixed = each.activeConditions.length > 0 && each.activeConditions.length < page.conditions.length;
      if (isMixed && !IS_FULL_RUN) continue;
      for (const language of isMixed || !IS_FULL_RUN ? (['de'] as const) : LANGUAGES) {
        const { html = '', title } = page.cases[language][index] ?? {};
        const running = await runningPage(path, each, language);
        expect(filled(html, page.items?.[language][0]?.html ?? '', language)).toBe(running.markup);
        const own = title && `${title.replaceAll('\u00AD', '')} – eBike Portal`;
        expect(running.title).toBe(own ?? running.title);
        cleanup();
      }
    }
  },
);

test('every open route of the shell is prerendered', () => {
  const open = declared.routes.filter(({ access }) => access === 'open');
  expect(rendered.flatMap(({ paths }) => paths).toSorted()).toEqual(open.map(({ path }) => path).toSorted());
});
