/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, sheet, viewer } from '../testing/open-page.tsx';
import { states } from './pages.states.tsx';
import { Page as Terms } from './terms-page.tsx';
import { Page as TermsVersions } from './terms-versions-page.tsx';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('the terms', () => {
  test('show as text, with links to open and download the PDF, which is not loaded [T014]', async () => {
    const { asked } = await openPage('/terms', Terms);
    expect((await sheet()).textContent).toContain('Sample text, to be replaced by the operator');
    const address = '/documents/terms/v2/EN.pdf';
    expect(screen.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(address);
    const download = await screen.findByRole('link', { name: /^Download PDF \(\d+\sKB\)$/ });
    expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual([address, 'terms-v2-en.pdf']);
    expect(asked()).toEqual([]);
  });

  test('show as PDF with one press, and as text again; the address says which [T103]', async () => {
    const { asked } = await openPage('/terms?locale=nl', Terms);
    await userEvent.click(await screen.findByRole('button', { name: 'Show as PDF' }));
    expect((await viewer('Gebruiksvoorwaarden')).lang).toBe('nl');
    expect(asked()).toEqual(['/documents/terms/v2/NL.pdf']);
    expect(screen.getByText('At /terms?locale=nl&view=pdf')).toBeTruthy();
    expect(screen.getByRole('article').closest('.document__print')).toBeTruthy();
    const back = screen.getByRole('button', { name: 'Read as text' });
    expect(document.activeElement).toBe(back);
    await userEvent.click(back);
    expect(screen.queryByRole('region')).toBeNull();
    expect(screen.getByText('At /terms?locale=nl')).toBeTruthy();
    expect(screen.getByRole('article').closest('.document__print')).toBeNull();
  });

  test('open in the viewer where the configuration says so, and as text by ?view=text', async () => {
    await openPage('/terms', Terms, { view: 'pdf' });
    await viewer('Terms of use');
    await userEvent.click(screen.getByRole('button', { name: 'Read as text' }));
    expect(screen.getByText('At /terms?view=text')).toBeTruthy();
    cleanup();
    const { asked } = await openPage('/terms?view=text', Terms, { view: 'pdf' });
    expect((await sheet()).closest('.document__print')).toBeNull();
    expect(asked()).toEqual([]);
  });

  test.each(['/terms?view=PDF', '/terms?view=pdf&view=pdf'])('show as text by %s', async (path) => {
    await openPage(path, Terms);
    expect((await sheet()).closest('.document__print')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show as PDF' })).toBeTruthy();
  });

  test('a PDF that is truncated is replaced by the text and a message, and can be retried', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await openPage('/terms?view=pdf', Terms, states['terms-with-a-broken-pdf']);
    expect((await screen.findByRole('alert')).textContent).toContain('The PDF could not be shown here');
    expect((await sheet()).textContent).toContain('What these terms cover');
    expect(screen.queryByRole('region')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await viewer('Terms of use')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Read as text' }));
  });

  test('a PDF with a page that cannot be drawn is replaced by the text, and can be retried', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { asked } = await openPage('/terms?view=pdf', Terms);
    await userEvent.click(await screen.findByRole('button', { name: 'Draw a broken page' }));
    expect(screen.getByRole('alert').textContent).toContain('The PDF could not be shown here');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await viewer('Terms of use')).toBeTruthy();
    expect(asked()).toHaveLength(1);
  });
});

describe('the versions of the terms', () => {
  test.each([
    ['/terms', 'v2'],
    ['/terms?version=v1', 'v1'],
    ['/terms?version=v7', 'v2'],
    ['/terms?version=v1&version=v1', 'v2'],
    ['/terms/v2?version=v1', 'v2'],
  ])('%s shows %s [T106]', async (path, version) => {
    await openPage(path, Terms);
    expect(screen.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(
      `/documents/terms/${version}/EN.pdf`,
    );
    expect(screen.getByRole('combobox', { name: 'Version' })).toHaveProperty('value', version);
  });

  test('the picker opens another version, and keeps language and form of the address', async () => {
    const { asked } = await openPage('/terms?locale=fr&view=pdf', Terms);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Version' }), 'Version 1 of May 2018');
    expect(screen.getByText('At /terms?version=v1&locale=fr&view=pdf')).toBeTruthy();
    await waitFor(() => expect(asked().at(-1)).toBe('/documents/terms/v1/FR.pdf'));
  });

  test.each<[Language, readonly string[]]>([
    ['en', ['Latest', 'Version 1 May 2018 to 24.03.2020', 'Version 2 from 25.03.2020']],
    ['de', ['Aktuelle Fassung', 'Fassung 1 von Mai 2018 bis 24.03.2020', 'Fassung 2 ab 25.03.2020']],
    ['fr', ['Dernière version', 'Version 1 de mai 2018 au 24.03.2020', 'Version 2 à partir du 25.03.2020']],
    ['nl', ['Laatste versie', 'Versie 1 van mei 2018 tot en met 24.03.2020', 'Versie 2 vanaf 25.03.2020']],
  ])('are listed with their dates in %s [T100]', async (language, words) => {
    await openPage('/terms/versions', TermsVersions, { language });
    const links = screen.getAllByRole('link').filter((link) => !link.hasAttribute('download'));
    expect(links.map(({ textContent }) => textContent)).toEqual(words);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/terms',
      '/terms?version=v1',
      '/terms?version=v2',
    ]);
  });
});
