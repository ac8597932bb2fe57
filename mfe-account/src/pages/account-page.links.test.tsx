/** @jest-environment jsdom */
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, OWN_LOGIN } from '../testing/open-page.tsx';
import { Page } from './account-page.tsx';

const LINKS = { identityManagement: 'https://identity.example.com/', dataAct: 'https://www.example.com/data-act' };

const regions = () => screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent);
const sectionLinks = () =>
  within(screen.getByRole('navigation', { name: 'Sections of this page' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const hrefOf = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).href;

test('a user on single sign-on sees all sections [T016]', async () => {
  await openPage(Page, { links: LINKS });
  expect(regions()).toEqual(['Profile', 'Email', 'eBike ID', 'Your data', 'Delete account']);
  expect(hrefOf('Manage your eBike ID')).toBe(LINKS.identityManagement);
  expect(hrefOf('How to access the data of your bike (Data Act)')).toBe(LINKS.dataAct);
});

test('a user who is not on single sign-on sees no link to the identity [T017]', async () => {
  await openPage(Page, { account: OWN_LOGIN, links: LINKS });
  expect(regions()).toEqual(['Profile', 'Email', 'Your data', 'Delete account']);
  expect(sectionLinks()).toEqual(regions());
});

describe('a user who is not on single sign-on', () => {
  const FEATURES = { accountPassword: true, notifications: true };

  test('sees the sections for password and news, after the e-mail', async () => {
    await openPage(Page, { account: OWN_LOGIN, features: FEATURES });
    expect(regions()).toEqual(['Profile', 'Email', 'Password', 'News by email', 'Your data', 'Delete account']);
    expect(sectionLinks()).toEqual(regions());
  });

  test.each<[Record<string, boolean>, string[]]>([
    [{ ...FEATURES, notifications: false }, ['Password']],
    [{ ...FEATURES, accountPassword: false }, ['News by email']],
    [{}, []],
  ])('with the features %j sees %j of them', async (features, expected) => {
    const { sent } = await openPage(Page, { account: OWN_LOGIN, features });
    expect(regions()).toEqual(['Profile', 'Email', ...expected, 'Your data', 'Delete account']);
    expect(sent('GET account/notifications')).toHaveLength(expected.includes('News by email') ? 1 : 0);
  });
});

test('a user on single sign-on sees no section for password and news, and nothing is read for them', async () => {
  const { sent } = await openPage(Page, { features: { accountPassword: true, notifications: true } });
  expect(regions()).toEqual(['Profile', 'Email', 'Your data', 'Delete account']);
  expect(sent('GET account/notifications')).toEqual([]);
});

test('links that are not configured are hidden', async () => {
  await openPage(Page);
  expect(regions()).toEqual(['Profile', 'Email', 'Your data', 'Delete account']);
  expect(screen.queryByRole('link', { name: /Data Act/ })).toBeNull();
});

describe('the links to the sections', () => {
  beforeAll(() => {
    // jsdom does not scroll.
    Element.prototype.scrollIntoView = jest.fn<Element['scrollIntoView']>();
  });
  const scrolled = () => jest.mocked(Element.prototype.scrollIntoView).mock.contexts.at(-1);
  const heading = (name: string) => screen.getByRole('heading', { name });

  test('name every section, in the order of the page', async () => {
    await openPage(Page, { links: LINKS });
    expect(sectionLinks()).toEqual(regions());
  });

  test('scroll to their section and focus its heading', async () => {
    await openPage(Page, { links: LINKS });
    for (const name of ['Your data', 'Email', 'Email']) {
      await userEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name }));
      expect(scrolled()).toBe(heading(name));
      expect(document.activeElement).toBe(heading(name));
    }
  });

  test('lead to their section from an address that is opened first', async () => {
    await openPage(Page, { path: '/account#email' });
    expect(scrolled()).toBe(heading('Email'));
    expect(document.activeElement).toBe(heading('Email'));
  });

  test('do not move the focus for an address without a section', async () => {
    await openPage(Page, { path: '/account#no-such-section' });
    expect(document.activeElement).toBe(document.body);
  });
});

test('a link opens the page that deletes the account', async () => {
  await openPage(Page);
  await userEvent.click(screen.getByRole('link', { name: 'Delete account…' }));
  expect(screen.getByText('At /account/delete')).toBeTruthy();
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
