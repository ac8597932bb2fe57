/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage, sheet, viewer } from '../testing/open-page.tsx';
import { Page as CorporateInformation } from './corporate-information-page.tsx';
import { Page as DeveloperTerms } from './developer-terms-page.tsx';
import { Page as PrivacyPolicy } from './privacy-policy-page.tsx';
import { Page as Regions } from './privacy-policy-regions-page.tsx';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('the privacy policy', () => {
  test.each([
    ['/privacy-policy', 'en', '/documents/privacy-policy/v6/EN.pdf'],
    ['/privacy-policy?locale=en-us', 'fr', '/documents/privacy-policy/v6/EN-US.pdf'],
    ['/privacy-policy?locale=fr-ca', 'en', '/documents/privacy-policy/v6/FR-CA.pdf'],
    ['/privacy-policy', 'nl', '/documents/privacy-policy/v6/NL.pdf'],
    ['/privacy-policy/v3', 'nl', '/documents/privacy-policy/v3/NL.pdf'],
  ] as const)('%s for a reader of %s is %s [T079]', async (path, language, address) => {
    const { asked } = await openPage(path, PrivacyPolicy, { language });
    const names = { en: 'Open in a new tab', fr: 'Ouvrir dans un nouvel onglet', nl: 'Openen in een nieuw tabblad' };
    expect(screen.getByRole('link', { name: names[language] }).getAttribute('href')).toBe(address);
    expect((await sheet()).lang).toBe(/([^/]+)\.pdf$/.exec(address)?.[1]?.toLowerCase());
    expect(asked()).toEqual([]);
  });
});

test('the policies for the United States and Canada are each a page and a PDF [T091]', async () => {
  await openPage('/privacy-policy/regions', Regions, { language: 'fr' });
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['États-Unis et Canada, en anglais', '/privacy-policy?locale=en-us'],
    ['PDF en anglais', '/documents/privacy-policy/v6/EN-US.pdf'],
    ['Canada, en français', '/privacy-policy?locale=fr-ca'],
    ['PDF en français', '/documents/privacy-policy/v6/FR-CA.pdf'],
  ]);
});

test('a German reader gets the English document with a notice, marked as English [T062]', async () => {
  await openPage('/corporate-information', CorporateInformation, { language: 'de' });
  expect(screen.getByRole('heading', { level: 1, name: 'Impressum' })).toBeTruthy();
  expect(screen.getByText('Nur auf Englisch')).toBeTruthy();
  expect((await sheet()).getAttribute('lang')).toBe('en');
});

test.each([
  ['/tos', 'v2'],
  ['/developer-terms/v2', 'v2'],
  ['/developer-terms/v1', 'v1'],
])('%s opens the developer terms %s in the viewer [T061]', async (path, version) => {
  const { asked } = await openPage(path, DeveloperTerms);
  expect(await viewer('Developer terms')).toBeTruthy();
  expect(asked()).toEqual([`/documents/developer-terms/${version}/EN.pdf`]);
});
