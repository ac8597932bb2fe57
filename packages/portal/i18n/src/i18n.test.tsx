/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { addMessages, changeLanguage, currentLanguage, Trans, useLanguage, useTranslation } from './index.ts';
import { startTestI18n } from './testing.ts';
import type { TextKey } from './translation.tsx';

const ENGLISH = {
  title: 'Your hubs',
  greeting: 'Hello {{name}}',
  count_one: '{{count}} hub',
  count_other: '{{count}} hubs',
  help: 'Need <b>help</b>, {{name}}?<break/>Write to <mail>our <b>team</b></mail>.',
};

declare module './index.ts' {
  interface Namespaces {
    'mfe-test': typeof ENGLISH & { readonly table: { readonly serialNumber: string } };
  }
}

const atFirst = currentLanguage();
beforeEach(() => startTestI18n({ 'mfe-test': ENGLISH }));
afterEach(cleanup);

function Page() {
  const { t } = useTranslation('mfe-test');
  return (
    <h1>
      {t('title')} {useLanguage()}
    </h1>
  );
}

function Line({ textKey, ...values }: { textKey: TextKey<'mfe-test'>; name?: string; count?: number }) {
  const { t } = useTranslation('mfe-test');
  return <p>{t(textKey, values)}</p>;
}

test('the language changes without a reload, and the document’s language with it', async () => {
  render(<Page />);
  expect(screen.getByRole('heading').textContent).toBe('Your hubs en');
  expect(document.documentElement.lang).toBe('en');
  addMessages('mfe-test', 'de', { title: 'Ihre Hubs' });
  await act(() => changeLanguage('de'));
  expect(screen.getByRole('heading').textContent).toBe('Ihre Hubs de');
  expect(document.documentElement.lang).toBe('de');
  expect(currentLanguage()).toBe('de');
});

test('a language that stays does not touch the document', async () => {
  const changed = jest.fn();
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  await changeLanguage(currentLanguage());
  observer.disconnect();
  expect(changed).not.toHaveBeenCalled();
});

test('until it has started, the language is English', () => {
  expect(atFirst).toBe('en');
});

test('values are shown unchanged: React escapes them, and nothing escapes them twice', () => {
  render(<Line textKey="greeting" name={'<b>"Ann" & Bob</b>'} />);
  expect(screen.getByText('Hello <b>"Ann" & Bob</b>')).toBeTruthy();
});

test.each([
  [0, '0 hubs'],
  [1, '1 hub'],
  [200, '200 hubs'],
])('%d uses the right plural form', (count, text) => {
  render(<Line textKey="count" count={count} />);
  expect(screen.getByText(text)).toBeTruthy();
});

test('French has a plural form for millions', async () => {
  await startTestI18n({ 'mfe-test': { count_one: 'un', count_many: 'beaucoup', count_other: 'des' } }, 'fr');
  render(<Line textKey="count" count={1_000_000} />);
  expect(screen.getByText('beaucoup')).toBeTruthy();
});

test('a missing text shows words made of its key, and the log names the key', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  render(<Line textKey="table.serialNumber" />);
  expect(screen.getByText('Serial number')).toBeTruthy();
  expect(warn).toHaveBeenCalledWith('No text for "table.serialNumber" in "en"');
});

test('tags in a text become elements, including nested ones', () => {
  const components = {
    b: (words: ReactNode) => <strong>{words}</strong>,
    mail: (words: ReactNode) => <a href="mailto:help@example.com">{words}</a>,
    break: () => <br />,
  };
  const { container } = render(<Trans ns="mfe-test" i18nKey="help" values={{ name: 'Ann' }} components={components} />);
  expect(container.innerHTML).toBe(
    'Need <strong>help</strong>, Ann?<br>Write to <a href="mailto:help@example.com">our <strong>team</strong></a>.',
  );
});

test('a tag without an element keeps its words, and values never become tags', () => {
  const { container } = render(
    <Trans
      ns="mfe-test"
      i18nKey="help"
      values={{ name: '<b>Ann</b>' }}
      components={{ b: (words) => <strong>{words}</strong> }}
    />,
  );
  expect(container.innerHTML).toBe(
    'Need <strong>help</strong>, &lt;b&gt;Ann&lt;/b&gt;?Write to our <strong>team</strong>.',
  );
});
