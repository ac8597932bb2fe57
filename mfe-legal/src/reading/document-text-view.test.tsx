/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { startTestI18n } from '@portal/i18n/testing';
import type { Loadable } from '@portal/ui';
import { TestPortal } from '@portal/ui/testing';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { DocumentSheet } from '../features/document/document-sheet.tsx';
import type { DocumentText } from '../library/content.ts';
import { findDocument } from '../library/choose-text.ts';
import en from '../locales/en.json' with { type: 'json' };
import { DocumentTextView } from './document-text-view.tsx';

test('"Try again" keeps the focus while the text loads, and moves it to the loaded text', async () => {
  await startTestI18n({ 'mfe-legal': en });
  const onRetry = jest.fn();
  function Words({ text }: { readonly text: Loadable<DocumentText> }) {
    const title = useRef<HTMLHeadingElement>(null);
    return (
      <TestPortal>
        <DocumentTextView text={text} onRetry={onRetry} title={title}>
          {(loaded) => <DocumentSheet text={loaded} title={title} />}
        </DocumentTextView>
      </TestPortal>
    );
  }
  const words = (text: Loadable<DocumentText>) => <Words text={text} />;
  const { rerender } = render(words({ status: 'failed', error: new Error('gone') }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);

  rerender(words({ status: 'loading', again: true }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Trying again…' }));

  const entry = findDocument('terms').versions[0]?.texts[0];
  if (!entry) throw new Error('The terms have no text');
  const { text } = await entry.load();
  rerender(words({ status: 'loaded', value: text }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: text.validity }));
});
