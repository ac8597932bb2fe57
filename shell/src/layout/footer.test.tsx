/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { startTestSession } from '@portal/session/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPortal, testRemote } from '../testing/open-portal.tsx';

const Empty = () => () => null;
const open = (path: string, ...footer: { order: number; locale?: string }[]) => ({
  path,
  Page: Empty,
  access: 'open',
  footer,
});
/** As mfe-legal declares them. */
const LEGAL = testRemote('mfe-legal', [
  open('/privacy-policy', { order: 20 }, { order: 50, locale: 'en-us' }, { order: 60, locale: 'fr-ca' }),
  open('/terms', { order: 30 }),
  open('/terms/versions'),
  open('/service-description', { order: 40 }),
  open('/corporate-information', { order: 10 }),
  open('/accessibility', { order: 70 }),
]);

const footer = () => within(screen.getByRole('contentinfo'));
const links = () =>
  footer()
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'));

beforeEach(async () => {
  for (const name of ['portal_language', 'portal_user_language']) document.cookie = `${name}=; Max-Age=0; Path=/`;
  await startTestSession(null);
});

describe('the links [T090]', () => {
  test.each<[Language, readonly string[]]>([
    [
      'en',
      [
        '/corporate-information',
        '/privacy-policy',
        '/terms',
        '/service-description',
        '/privacy-policy?locale=en-us',
        '/privacy-policy?locale=fr-ca',
        '/accessibility',
      ],
    ],
    [
      'fr',
      [
        '/corporate-information?locale=fr',
        '/privacy-policy?locale=fr',
        '/terms?locale=fr',
        '/service-description?locale=fr',
        '/privacy-policy?locale=en-us',
        '/privacy-policy?locale=fr-ca',
        '/accessibility?locale=fr',
      ],
    ],
  ])('in %s', async (language, expected) => {
    await openPortal('/forbidden', [LEGAL], language);
    await screen.findByRole('contentinfo');
    expect(links()).toEqual(expected);
    const langs = footer()
      .getAllByRole('link')
      .flatMap(({ lang }) => lang || []);
    expect(langs).toEqual(['en', 'fr']);
  });

  test('a remote unknown to the shell adds its own links at the declared position', async () => {
    const remote = testRemote('mfe-bike-pass', [open('/bike-pass', { order: 35 })]);
    await openPortal('/forbidden', [LEGAL, remote], 'de');
    await screen.findByRole('contentinfo');
    expect(links().slice(2, 5)).toEqual(['/terms', '/bike-pass', '/service-description']);
    expect(footer().getByRole('link', { name: 'Title of /bike-pass (de)' }).getAttribute('lang')).toBeNull();
  });
});

describe('the picker', () => {
  test('changes the language of the page, and keeps the choice [T022]', async () => {
    await openPortal('/forbidden');
    await screen.findByRole('heading', { level: 1, name: 'This road is not open to you' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
    await screen.findByRole('heading', { level: 1, name: 'Diese Straße ist für Sie gesperrt' });
    expect(screen.getByRole('combobox', { name: 'Sprache' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('de');
    await waitFor(() => expect(document.title).toBe('Kein Zugriff – eBike Portal'));
    await waitFor(() => expect(document.cookie).toContain('portal_language=de'));
  });

  test('names each language in that language', async () => {
    await openPortal('/forbidden');
    await screen.findByRole('contentinfo');
    const options = within(footer().getByRole('combobox', { name: 'Language' })).getAllByRole('option');
    expect(options.map(({ lang, textContent }) => [lang, textContent])).toEqual([
      ['en', 'English'],
      ['de', 'Deutsch'],
      ['fr', 'Français'],
      ['nl', 'Nederlands'],
    ]);
  });
});
