/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { FakeResponse } from '@portal/api/testing';
import type { Language } from '@portal/contract/language';
import { startTestI18n } from '@portal/i18n/testing';
import { DocumentOriginsProvider } from '@portal/ui';
import { startTestSession } from '@portal/session/testing';
import { TestPortal } from '@portal/ui/testing';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import { Page as Accessibility } from './accessibility-page.tsx';
import { Page as CorporateInformation } from './corporate-information-page.tsx';
import { Page as DeveloperTerms } from './developer-terms-page.tsx';
import { Page as Faq } from './faq-page.tsx';
import { Page as PrivacyPolicy } from './privacy-policy-page.tsx';
import { Page as ServiceDescription } from './service-description-page.tsx';
import { Page as Terms } from './terms-page.tsx';
import { Page as TermsVersions } from './terms-versions-page.tsx';

const LOCALES = { en, de, fr, nl };
const FILES = 'https://files.example';
const ORIGINS = [FILES];
const PDF = '%PDF-1.7\nwords\n%%EOF\n';

interface Setting {
  readonly language?: Language;
  readonly viewer?: boolean;
  readonly wide?: boolean;
  /** The answer to a request for a PDF; undefined breaks the connection. */
  readonly pdf?: (url: string) => string | undefined | Promise<string>;
}

const given = globalThis.fetch;
const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  globalThis.fetch = given;
});

async function open(
  path: string,
  Page: ComponentType,
  { language = 'en', viewer = true, wide = true, pdf = () => PDF }: Setting = {},
) {
  await startTestI18n({ 'mfe-legal': LOCALES[language] }, language);
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: viewer, configurable: true });
  window.matchMedia = (() => ({ matches: wide })) as unknown as typeof window.matchMedia;
  globalThis.fetch = (async (url: string) => {
    asked.push(url);
    const text = await pdf(url);
    if (text === undefined) throw new TypeError('Failed to fetch');
    return {
      ok: true,
      status: 200,
      url: new URL(url, window.location.href).href,
      arrayBuffer: async () => new TextEncoder().encode(text).buffer,
    };
  }) as unknown as typeof fetch;
  return render(
    <DocumentOriginsProvider value={ORIGINS}>
      <TestPortal path={path}>
        <Page />
      </TestPortal>
    </DocumentOriginsProvider>,
  );
}

const frame = async (title: string) =>
  (await screen.findByTitle(`Document: ${title}`)).getAttribute('src')?.split('#')[0];
const sheet = () => screen.findByRole('article');
/** The page's message about a PDF that is not shown. */
const news = () => within(screen.getByRole('main')).queryByRole('status')?.textContent;

describe('in a browser that shows PDFs', () => {
  test('the terms show in the browser’s own viewer, with links to open and download them', async () => {
    await open('/terms', Terms);
    const address = '/documents/terms/v2/EN.pdf';
    expect(await frame('Terms of use')).toBe(address);
    expect(screen.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(address);
    const download = await screen.findByRole('link', { name: /^Download PDF, \d+ KB$/ });
    expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual([address, 'terms-v2-en.pdf']);
  });

  test('the text opens with one click, and so does the PDF again', async () => {
    await open('/terms', Terms);
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
    await open('/terms', Terms, { pdf: (url) => (broken ? pdf(url) : PDF) });
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

/** Loads the English text of a page, a separate module, which would not load under fake timers. */
async function loadText(path: string, Page: ComponentType): Promise<void> {
  const { unmount } = await open(path, Page, { viewer: false });
  await sheet();
  unmount();
  asked.length = 0;
}

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
    await open('/terms', Terms, { pdf: () => hanging.promise });
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
  await open('/terms', Terms, setting);
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
    await open(path, Terms);
    expect(await frame('Terms of use')).toBe(`/documents/terms/${version}/EN.pdf`);
    expect(screen.getByRole('combobox', { name: 'Version' })).toHaveProperty('value', version);
  });

  test('the picker opens another version, and keeps the language of the address', async () => {
    await open('/terms?locale=fr', Terms);
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
    await open('/terms/versions', TermsVersions, { language });
    const links = screen.getAllByRole('link').filter((link) => !link.hasAttribute('download'));
    expect(links.map(({ textContent }) => textContent)).toEqual(words);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/terms',
      '/terms?version=v1',
      '/terms?version=v2',
    ]);
  });
});

describe('the privacy policy', () => {
  test.each([
    ['/privacy-policy', 'en', '/documents/privacy-policy/v6/EN.pdf'],
    ['/privacy-policy?locale=en-us', 'fr', '/documents/privacy-policy/v6/EN-US.pdf'],
    ['/privacy-policy?locale=en-ca', 'fr', '/documents/privacy-policy/v6/EN-US.pdf'],
    ['/privacy-policy?locale=fr-ca', 'en', '/documents/privacy-policy/v6/FR-CA.pdf'],
    ['/privacy-policy?locale=fr', 'en', '/documents/privacy-policy/v6/FR.pdf'],
    ['/privacy-policy', 'nl', '/documents/privacy-policy/v6/NL.pdf'],
    ['/privacy-policy/v3', 'nl', '/documents/privacy-policy/v3/NL.pdf'],
  ] as const)('%s for a reader of %s is %s', async (path, language, address) => {
    await open(path, PrivacyPolicy, { language });
    const names = { en: 'Open in a new tab', fr: 'Ouvrir dans un nouvel onglet', nl: 'Openen in een nieuw tabblad' };
    expect(screen.getByRole('link', { name: names[language] }).getAttribute('href')).toBe(address);
    await waitFor(() => expect(asked).toEqual([address]));
  });
});

test('a German reader gets the English document with a notice, marked as English', async () => {
  await open('/corporate-information', CorporateInformation, { language: 'de', wide: false });
  expect(screen.getByRole('heading', { level: 1, name: 'Impressum' })).toBeTruthy();
  expect(screen.getByText('Nur auf Englisch')).toBeTruthy();
  expect((await sheet()).getAttribute('lang')).toBe('en');
});

test.each([
  ['/tos', 'v2'],
  ['/developer-terms/v2', 'v2'],
  ['/developer-terms/v1', 'v1'],
])('%s shows the developer terms %s', async (path, version) => {
  await open(path, DeveloperTerms);
  expect(await frame('Developer terms')).toBe(`/documents/developer-terms/${version}/EN.pdf`);
});

describe('the questions', () => {
  test.each<[Language, readonly RegExp[]]>([
    [
      'en',
      [
        /cookies are blocked/,
        /deleted my central identity and created a new one/,
        /blank page/,
        /Server runtime error/,
      ],
    ],
    ['de', [/Cookies blockiert/, /gelöscht und neu angelegt/, /leere Seite/, /Server runtime error/]],
    [
      'fr',
      [
        /cookies sont bloqués/,
        /supprimé mon identité centrale et l’ai recréée/,
        /page blanche/,
        /Server runtime error/,
      ],
    ],
    ['nl', [/cookies zijn geblokkeerd/, /verwijderd en opnieuw gemaakt/, /lege pagina/, /Server runtime error/]],
  ])('are eleven in %s, including the four required ones', async (language, named) => {
    await open('/faq', Faq, { language });
    const questions = within(await sheet()).getAllByRole('heading', { level: 3 });
    expect(questions).toHaveLength(11);
    const all = questions.map(({ textContent }) => textContent).join('\n');
    for (const words of named) expect(all).toMatch(words);
    expect(asked).toEqual([]);
  });

  test('are listed at the top, each with a link to its answer', async () => {
    await open('/faq', Faq);
    const contents = within(await sheet()).getByRole('navigation', { name: 'Contents' });
    for (const link of within(contents).getAllByRole('link')) {
      const heading = document.getElementById(link.getAttribute('href')?.split('#')[1] ?? '');
      expect(heading?.textContent).toBe(link.textContent);
    }
  });
});

test('the accessibility statement exists in German', async () => {
  await open('/accessibility', Accessibility, { language: 'de' });
  expect((await sheet()).getAttribute('lang')).toBe('de');
  expect(screen.queryByText('Nur auf Englisch')).toBeNull();
});

describe('the service description', () => {
  const own = '/documents/service-description/v1/FR.pdf';
  const answering = async (answer: FakeResponse) => {
    await startTestSession(null);
    return startTestApi({ 'GET service-description/url': answer });
  };

  test('is the PDF from the API if its origin is configured', async () => {
    await answering({ body: { url: `${FILES}/description.pdf` } });
    await open('/service-description', ServiceDescription, { language: 'fr' });
    expect((await screen.findByTitle('Document : Description du service')).getAttribute('src')).toBe(
      `${FILES}/description.pdf#navpanes=0`,
    );
    expect(asked).toEqual([`${FILES}/description.pdf`]);
  });

  test('on another host opens in a new tab, because no browser downloads it', async () => {
    await answering({ body: { url: `${FILES}/description.pdf` } });
    await open('/service-description', ServiceDescription);
    await screen.findByTitle('Document: Service description');
    const link = screen.getByRole('link', { name: 'Open in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([`${FILES}/description.pdf`, '_blank']);
    expect(screen.queryByRole('link', { name: /^Download PDF/ })).toBeNull();
  });

  test.each(['https://evil.example/description.pdf', 'javascript:alert(1)'])(
    'at %s is ignored, and the portal’s own PDF is shown',
    async (url) => {
      const requests = await answering({ body: { url } });
      await open('/service-description', ServiceDescription, { language: 'fr' });
      expect((await screen.findByTitle('Document : Description du service')).getAttribute('src')).toBe(
        `${own}#navpanes=0`,
      );
      expect(asked).toEqual([own]);
      expect(requests).toHaveLength(1);
    },
  );

  test('is shown as text while the API is slow', async () => {
    await answering({ status: 500 });
    await loadText('/service-description', ServiceDescription);
    jest.useFakeTimers();
    await startTestSession(null);
    startTestApi({ 'GET service-description/url': () => new Promise<never>(() => undefined) });
    await open('/service-description', ServiceDescription);
    await act(async () => await jest.advanceTimersByTimeAsync(3000));
    expect(screen.getByRole('article').closest('.document__print')).toBeNull();
    expect(news()).toContain('The PDF is taking a while');
    expect(asked).toEqual([]);
    jest.useRealTimers();
  });

  test('is the portal’s own PDF, with an upper-case locale, when the API fails', async () => {
    await answering({ status: 500 });
    await open('/service-description/v1', ServiceDescription, { language: 'fr' });
    expect((await screen.findByTitle('Document : Description du service')).getAttribute('src')).toBe(
      `${own}#navpanes=0`,
    );
  });

  test('is the portal’s own PDF when the one from the API cannot be shown', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await answering({ body: { url: `${FILES}/description.pdf` } });
    await open('/service-description', ServiceDescription, {
      language: 'fr',
      pdf: (url) => (url.startsWith(FILES) ? '<p>' : PDF),
    });
    expect((await screen.findByTitle('Document : Description du service')).getAttribute('src')).toBe(
      `${own}#navpanes=0`,
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
