import { SAMPLE_PDF } from '@portal/catalogue';
import type { State } from '@portal/catalogue';
import { openState } from '@portal/catalogue/testing';
import type { Language } from '@portal/contract/language';
import { screen } from '@testing-library/react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };

const MESSAGES = { en, de, fr, nl };

/** Opens a page of this remote as a visitor; `asked` has the addresses of the PDFs that it has requested. */
export async function openPage(
  path: string,
  Page: State['Page'],
  { language = 'en', ...opening }: Partial<State> & { readonly language?: Language } = {},
) {
  const state = { account: null, pdf: SAMPLE_PDF, ...opening, Page, path };
  const { requests } = await openState(state, { 'mfe-legal': MESSAGES[language] }, language);
  return { asked: () => requests.map((request) => request.path).filter((each) => each.includes('.pdf')), requests };
}

/** The viewer with a document's PDF. */
export const viewer = (title: string) => screen.findByRole('region', { name: `Document: ${title}` });
/** The document as text. */
export const sheet = () => screen.findByRole('article');
