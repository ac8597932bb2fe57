/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { startTestI18n } from '@portal/i18n/testing';
import { TestPortal } from '@portal/ui/testing';
import { render, screen } from '@testing-library/react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import { Page } from './corporate-information-page.tsx';

const LOCALES = { en, de, fr, nl };

async function open(language: Language, query = '') {
  await startTestI18n({ 'mfe-legal': LOCALES[language] }, language);
  render(
    <TestPortal path={`/corporate-information${query}`}>
      <Page />
    </TestPortal>,
  );
  return screen.getByRole('article');
}

test('shows a document that says it is a sample', async () => {
  const document = await open('en');
  expect(screen.getByRole('heading', { level: 1, name: 'Corporate information' })).toBeTruthy();
  expect(document.textContent).toContain('Sample text, to be replaced by the operator');
});

test.each([
  ['fr', 'Mentions légales'],
  ['nl', 'Bedrijfsgegevens'],
] as const)('shows it in the language of the interface: %s', async (language, title) => {
  const document = await open(language);
  expect(document.getAttribute('aria-label')).toBe(title);
  expect(document.closest('[lang]')?.getAttribute('lang')).toBe(language);
});

test('falls back to English where there is no German one, says so, and marks the text as English', async () => {
  const document = await open('de');
  expect(screen.getByRole('heading', { level: 1, name: 'Impressum' })).toBeTruthy();
  expect(screen.getByText('Nur auf Englisch')).toBeTruthy();
  expect(document.closest('[lang]')?.getAttribute('lang')).toBe('en');
});

test('?locale= precedes the language of the interface', async () => {
  const document = await open('de', '?locale=fr-ca');
  expect(document.closest('[lang]')?.getAttribute('lang')).toBe('fr');
  expect(screen.queryByText('Nur auf Englisch')).toBeNull();
});
