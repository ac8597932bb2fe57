/** @jest-environment jsdom */
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { OWN_LOGIN } from '../testing/answers.ts';
import { openPage, setSeen } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { Page } from './account-page.tsx';

const LINKS = { identityManagement: 'https://identity.example.com/', dataAct: 'https://www.example.com/data-act' };

const regions = () => screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent);
const sectionLinks = () =>
  within(screen.getByRole('navigation', { name: 'Sections of this page' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const getHref = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).href;

test('a user on single sign-on sees the links to the identity and the Data Act [T016]', async () => {
  await openPage(Page, { links: LINKS });
  expect(getHref('Manage your eBike ID')).toBe(LINKS.identityManagement);
  expect(getHref('How to access the data of your bike (Data Act)')).toBe(LINKS.dataAct);
});

const FEATURES = { accountPassword: true, notifications: true };

test.each<[string, Opening, string[]]>([
  ['on single sign-on', { links: LINKS, features: FEATURES }, ['eBike ID']],
  ['on single sign-on, without links', { features: FEATURES }, []],
  ['who is not, with links', { account: OWN_LOGIN, links: LINKS }, []],
  ['who is not, with all features', { account: OWN_LOGIN, features: FEATURES }, ['Password', 'News by email']],
  ['who is not, without news', { account: OWN_LOGIN, features: { accountPassword: true } }, ['Password']],
  ['who is not, without passwords', { account: OWN_LOGIN, features: { notifications: true } }, ['News by email']],
])('the sections of a user %s, and the links to them [T017]', async (_who, opening, expected) => {
  const { sent } = await openPage(Page, opening);
  expect(regions()).toEqual(['Profile', 'Email', ...expected, 'Your data', 'Delete account']);
  expect(sectionLinks()).toEqual(regions());
  expect(sent('GET account/notifications')).toHaveLength(expected.includes('News by email') ? 1 : 0);
});

describe('the links to the sections', () => {
  beforeAll(() => {
    // jsdom does not scroll.
    Element.prototype.scrollIntoView = jest.fn<Element['scrollIntoView']>();
  });
  const scrolled = () => jest.mocked(Element.prototype.scrollIntoView).mock.contexts.at(-1);
  const heading = (name: string) => screen.getByRole('heading', { name });

  test('mark the section in view, and the one that was opened as long as its heading is seen', async () => {
    await openPage(Page);
    const links = within(screen.getByRole('navigation'));
    const marked = () => links.queryByRole('link', { current: 'location' })?.textContent;
    expect(marked()).toBe('Profile');
    setSeen(true, heading('Your data'), heading('Email'));
    expect(marked()).toBe('Email');
    setSeen(false, heading('Your data'), heading('Email'));
    expect(marked()).toBe('Email');
    await userEvent.click(links.getByRole('link', { name: 'Delete account' }));
    setSeen(true, heading('Your data'), heading('Delete account'));
    expect(marked()).toBe('Delete account');
    setSeen(false, heading('Delete account'));
    expect(marked()).toBe('Your data');
  });

  test('scroll to their section and focus its heading', async () => {
    await openPage(Page, { links: LINKS });
    for (const name of ['Your data', 'Email', 'Email']) {
      await userEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name }));
      expect(scrolled()).toBe(heading(name));
      expect(document.activeElement).toBe(heading(name));
    }
  });

  test.each([
    ['#email', 'Email'],
    ['#no-such-section', undefined],
  ])('move the focus from an address with %s that is opened first', async (hash, name) => {
    await openPage(Page, { path: `/account${hash}` });
    expect(document.activeElement).toBe(name === undefined ? document.body : heading(name));
  });
});

test.each<[Language, string, string[]]>([
  ['de', 'Ihr Konto', ['Profil', 'E-Mail', 'eBike ID', 'Ihre Daten', 'Konto löschen']],
  ['fr', 'Votre compte', ['Profil', 'E-mail', 'eBike ID', 'Vos données', 'Supprimer le compte']],
  ['nl', 'Uw account', ['Profiel', 'E-mail', 'eBike ID', 'Uw gegevens', 'Account verwijderen']],
])('the page is in %s', async (language, title, headings) => {
  await openPage(Page, { links: LINKS, language });
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(regions()).toEqual(headings);
});
