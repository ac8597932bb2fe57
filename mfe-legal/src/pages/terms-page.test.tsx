/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { asked, frame, loadText, news, openPage, PDF, sheet } from '../testing/open-page.tsx';
import type { Setting } from '../testing/open-page.tsx';
import { Page as Terms } from './terms-page.tsx';
import { Page as TermsVersions } from './terms-versions-page.tsx';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('in a browser that shows PDFs', () => {
  test('the terms show in the browser’s own viewer, with links to open and download them', async () => {
    await openPage('/terms', Terms);
    const address = '/documents/terms/v2/EN.pdf';
    expect(await frame('Terms of use')).toBe(address);
    expect(screen.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(address);
    const download = await screen.findByRole('link', { name: /^Download PDF, \d+ KB$/ });
    expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual([address, 'terms-v2-en.pdf']);
  });

  test('the text opens with one click, and so does the PDF again', async () => {
    await openPage('/terms', Terms);
    await frame('Terms of use');
    await userEvent.click(screen.getByRole('button', { name: 'Read as text' }));
    expect(within(await sheet()).getByRole('heading', { level: 2, name: 'Terms of use' })).toBeTruthy();
    expect(screen.queryByTitle('Document: Terms of use')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show as PDF' }));
    expect(await frame('Terms of use')).toBe('/documents/terms/v2/EN.pdf');
  });

  test.each<[string, (url: string) => string | undefined]>([
    ['does not arrive', () => undefined],
    ['is truncated', () => '%PDF-1.7\nwor'],
    ['is no PDF', () => '<!doctype html>'],
  ])('a PDF that %s is replaced by the text and a message, and can be retried', async (_, pdf) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    await openPage('/terms', Terms, { pdf: (url) => (broken ? pdf(url) : PDF) });
    expect((await screen.findByRole('alert')).textContent).toContain('The PDF could not be shown here');
    expect((await sheet()).textContent).toContain('What these terms cover');
    expect(screen.queryByTitle('Document: Terms of use')).toBeNull();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await frame('Terms of use')).toBe('/documents/terms/v2/EN.pdf');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Read as text' }));
  });
});

describe('a slow PDF', () => {
  beforeEach(async () => {
    await loadText('/terms', Terms);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const wait = async (milliseconds: number) => await act(async () => await jest.advanceTimersByTimeAsync(milliseconds));
  const press = async (name: string) => {
    act(() => screen.getByRole('button', { name }).click());
    await wait(0);
  };

  /** Opens the terms with a PDF that hangs until the test resolves or rejects it. */
  async function openHanging() {
    const hanging = Promise.withResolvers<string>();
    await openPage('/terms', Terms, { pdf: () => hanging.promise });
    await wait(2999);
    expect(screen.queryByRole('article')?.closest('.document__print')).toBeTruthy();
    expect(news()).toBeUndefined();
    await wait(1);
    return hanging;
  }
  const words = () => screen.getByRole('article').closest('.document__print');
  const picture = () => screen.queryByTitle('Document: Terms of use');

  test('is replaced by the text after three seconds, with a message', async () => {
    await openHanging();
    expect(words()).toBeNull();
    expect(news()).toContain('The PDF is taking a while');
    expect(document.querySelector('.pdf--frame')).toBeNull();
  });

  test('does not replace the text when it arrives later, but opens with one click', async () => {
    const hanging = await openHanging();
    hanging.resolve(PDF);
    await wait(0);
    expect(news()).toContain('The PDF is here now');
    expect([words(), picture()]).toEqual([null, null]);
    await press('Show as PDF');
    expect(picture()?.getAttribute('src')).toBe('/documents/terms/v2/EN.pdf#navpanes=0');
    expect(news()).toBeUndefined();
  });

  test('gets the same time limit again when the reader asks for it', async () => {
    await openHanging();
    await press('Show as PDF');
    expect(words()).not.toBeNull();
    expect(news()).toBeUndefined();
    await wait(3000);
    expect(words()).toBeNull();
  });

  test('that never arrives is reported as failed, and the text is shown', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const hanging = await openHanging();
    hanging.reject(new DOMException('The operation timed out.', 'TimeoutError'));
    await wait(0);
    expect(screen.getByRole('alert').textContent).toContain('The PDF could not be shown here');
    expect(words()).toBeNull();
  });
});

test.each<[string, Setting]>([
  ['a browser that shows no PDFs', { viewer: false }],
  ['a narrow screen', { wide: false }],
])('%s starts with the text, and loads no PDF', async (_, setting) => {
  await openPage('/terms', Terms, setting);
  expect((await sheet()).textContent).toContain('Sample text, to be replaced by the operator');
  expect(asked).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Show as PDF' }) !== null).toBe(setting.viewer !== false);
});

describe('the versions of the terms', () => {
  test.each([
    ['/terms', 'v2'],
    ['/terms?version=v1', 'v1'],
    ['/terms?version=v2', 'v2'],
    ['/terms?version=latest', 'v2'],
    ['/terms?version=v7', 'v2'],
    ['/terms?version=v1&version=v1', 'v2'],
    ['/terms/v2?version=v1', 'v2'],
  ])('%s shows %s', async (path, version) => {
    await openPage(path, Terms);
    expect(await frame('Terms of use')).toBe(`/documents/terms/${version}/EN.pdf`);
    expect(screen.getByRole('combobox', { name: 'Version' })).toHaveProperty('value', version);
  });

  test('the picker opens another version, and keeps the language of the address', async () => {
    await openPage('/terms?locale=fr', Terms);
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Version' }),
      'Version 1 May 2018 to 24.03.2020',
    );
    expect(await frame('Conditions d’utilisation')).toBe('/documents/terms/v1/FR.pdf');
  });

  test.each<[Language, readonly string[]]>([
    ['en', ['Latest', 'Version 1 May 2018 to 24.03.2020', 'Version 2 from 25.03.2020']],
    ['de', ['Aktuelle Fassung', 'Fassung 1 Mai 2018 bis 24.03.2020', 'Fassung 2 ab 25.03.2020']],
    ['fr', ['Dernière version', 'Version 1 de mai 2018 au 24.03.2020', 'Version 2 à partir du 25.03.2020']],
    ['nl', ['Laatste versie', 'Versie 1 mei 2018 tot en met 24.03.2020', 'Versie 2 vanaf 25.03.2020']],
  ])('are listed with their dates in %s', async (language, words) => {
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
