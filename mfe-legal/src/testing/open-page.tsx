import type { Language } from '@portal/contract/language';
import { startTestI18n } from '@portal/i18n/testing';
import { DocumentOriginsProvider, DocumentViewProvider } from '@portal/ui';
import type { DocumentView, OutwardLinks } from '@portal/ui';
import { TestPortal } from '@portal/ui/testing';
import { render, screen } from '@testing-library/react';
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

interface Setting {
  readonly language?: Language;
  /** How documents open, by the configuration. */
  readonly view?: DocumentView;
  readonly links?: OutwardLinks;
  /** The answer to a request for a PDF; undefined breaks the connection. */
  readonly pdf?: (url: string) => string | undefined | Promise<string>;
}

/** Addresses of the PDFs that the page has requested since it was opened. */
export const asked: string[] = [];

export async function openPage(
  path: string,
  Page: ComponentType,
  { language = 'en', view = 'text', links = {}, pdf = () => PDF }: Setting = {},
) {
  asked.length = 0;
  await startTestI18n({ 'mfe-legal': LOCALES[language] }, language);
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
      <DocumentViewProvider value={view}>
        <TestPortal path={path} links={links}>
          <Page />
        </TestPortal>
      </DocumentViewProvider>
    </DocumentOriginsProvider>,
  );
}

/** The viewer with a document's PDF. */
export const viewer = (title: string) => screen.findByRole('region', { name: `Document: ${title}` });
/** The document as text. */
export const sheet = () => screen.findByRole('article');
