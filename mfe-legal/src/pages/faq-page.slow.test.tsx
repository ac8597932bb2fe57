/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, sheet } from '../testing/open-page.tsx';
import { Page as Faq } from './faq-page.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = jest.fn();
});

const questions = async () =>
  within(await sheet())
    .getAllByRole('heading', { level: 2 })
    .slice(1);
const open = () => [...document.querySelectorAll('details[open]')].map(({ id }) => id);
const search = () => screen.findByRole('searchbox', { name: 'Search the questions' });
const found = () => screen.getByRole('search').querySelector('[role="status"]')?.textContent;

describe('the questions', () => {
  test.each<[Language, readonly RegExp[]]>([
    ['en', [/cookies are blocked/, /deleted my eBike ID and created a new one/, /blank page/, /Server runtime error/]],
    ['de', [/Cookies blockiert/, /gelöscht und neu angelegt/, /leere Seite/, /Server runtime error/]],
    ['fr', [/cookies sont bloqués/, /supprimé mon eBike ID et l’ai recréé/, /page blanche/, /Server runtime error/]],
    ['nl', [/cookies zijn geblokkeerd/, /verwijderd en opnieuw gemaakt/, /lege pagina/, /Server runtime error/]],
  ])('are eleven in %s, including the four required ones [T097]', async (language, named) => {
    await openPage('/faq', Faq, { language });
    const shown = await questions();
    expect(shown).toHaveLength(11);
    const all = shown.map(({ textContent }) => textContent).join('\n');
    for (const words of named) expect(all).toMatch(words);
    expect((await sheet()).lang).toBe(language);
    expect(open()).toEqual([]);
  });

  test('are help, not a contract: no version, and the PDF is a link like any other', async () => {
    const { asked } = await openPage('/faq', Faq);
    await sheet();
    expect(screen.queryByText(/Version/)).toBeNull();
    const pdf = screen.getByRole('link', { name: 'These questions as PDF' });
    expect([pdf.getAttribute('href'), pdf.className]).toEqual(['/documents/faq/v1/EN.pdf', '']);
    expect(screen.queryByRole('button')).toBeNull();
    expect(asked()).toEqual([]);
  });

  test('open by the address, which follows the question that is opened last', async () => {
    await openPage('/faq?locale=en#6-i-see-the-message-server-runtime-error-is-it-my-fault', Faq);
    await sheet();
    expect(open()).toEqual(['6-i-see-the-message-server-runtime-error-is-it-my-fault']);
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
  });

  test.each(['#99', '#%'])('stay closed when the address names none of them: %s', async (hash) => {
    await openPage(`/faq${hash}`, Faq);
    await sheet();
    expect(open()).toEqual([]);
  });

  test.each<Language>(['en', 'de', 'fr', 'nl'])(
    'open by their number, as sign-in links to the one on blocked cookies (%s)',
    async (language) => {
      await openPage(`/faq?locale=${language}#3`, Faq, { language });
      await sheet();
      expect(open()).toEqual([expect.stringMatching(/^3-.*cookies/)]);
    },
  );

  test('a question that the reader has opened in the prerendered page stays open', async () => {
    const prerendered = document.createElement('div');
    prerendered.id = 'prerendered';
    prerendered.innerHTML = '<details id="1-what-is-the-ebike-id" open></details>';
    document.body.append(prerendered);
    await openPage('/faq', Faq);
    await sheet();
    prerendered.remove();
    expect(open()).toEqual(['1-what-is-the-ebike-id']);
  });
});

describe('the search', () => {
  test('shows the questions that contain every word, says how many there are, and keeps the words in the address', async () => {
    await openPage('/faq?locale=en', Faq);
    await userEvent.type(await search(), 'Blank page');
    expect(screen.getByText('At /faq?locale=en&q=Blank+page')).toBeTruthy();
    expect(found()).toBe('1 question found');
    expect(await questions()).toHaveLength(1);
    await userEvent.clear(await search());
    expect(screen.getByText('At /faq?locale=en')).toBeTruthy();
    expect([found(), (await questions()).length]).toEqual(['', 11]);
  });

  test('that finds nothing says so, and leaves the contact', async () => {
    await openPage('/faq?q=zebra', Faq, { links: { contact: 'mailto:help@example.com' } });
    await sheet();
    expect(found()).toBe('No question contains these words.');
    expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('mailto:help@example.com');
  });
});
