import type { Language } from '@portal/contract/language';
import { startTestI18n } from '@portal/i18n/testing';
import { DocumentOriginsProvider } from '@portal/ui';
import { TestPortal } from '@portal/ui/testing';
import { render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };

const LOCALES = { en, de, fr, nl };
/** An origin that the configuration allows for documents. */
export const FILES = 'https://files.example';
const ORIGINS = [FILES];
export const PDF = '%PDF-1.7\nwords\n%%EOF\n';

export interface Setting {
  readonly language?: Language;
  /** Whether the browser shows PDFs. */
  readonly viewer?: boolean;
  readonly wide?: boolean;
  /** The answer to a request for a PDF; undefined breaks the connection. */
  readonly pdf?: (url: string) => string | undefined | Promise<string>;
}

/** Addresses of the PDFs that the page has requested since it was opened. */
export const asked: string[] = [];

export async function openPage(
  path: string,
  Page: ComponentType,
  { language = 'en', viewer = true, wide = true, pdf = () => PDF }: Setting = {},
) {
  asked.length = 0;
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

/** Address of the PDF in the frame of a document. */
export const frame = async (title: string) =>
  (await screen.findByTitle(`Document: ${title}`)).getAttribute('src')?.split('#')[0];
/** The document as text. */
export const sheet = () => screen.findByRole('article');
/** The page's message about a PDF that is not shown. */
export const news = () => within(screen.getByRole('main')).queryByRole('status')?.textContent;

/** Loads the English text of a page, a separate module, which would not load under fake timers. */
export async function loadText(path: string, Page: ComponentType): Promise<void> {
  const { unmount } = await openPage(path, Page, { viewer: false });
  await sheet();
  unmount();
}
