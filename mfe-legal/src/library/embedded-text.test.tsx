/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { DocumentText } from './content.ts';

const TEXT: DocumentText = {
  title: 'Carried',
  description: '',
  version: '2',
  validFrom: '2020-03-25',
  language: 'en',
  validity: '',
  contents: '',
  blocks: [{ kind: 'paragraph', runs: [{ kind: 'text', text: 'In the first answer' }] }],
  pdfSize: 1,
};

/** Makes a page whose first answer embeds a text of the terms. */
function carry(build: string): void {
  const json = JSON.stringify({ build, document: 'terms', version: 'v2', text: TEXT });
  document.body.innerHTML = `<template id="document-text">${json}</template>`;
}

// Before the modules read it.
Object.assign(globalThis, { PART_VERSION: '9.9.9' });
carry('9.9.9');
const { openPage } = await import('../testing/open-page.tsx');
const { Page: Terms } = await import('../pages/terms-page.tsx');
const { Page: Faq } = await import('../pages/faq-page.tsx');
const shown = () => screen.queryByRole('article')?.textContent;

test('the text that is embedded in the first answer is shown at once', async () => {
  await openPage('/terms', Terms);
  expect(shown()).toContain('In the first answer');
});

test.each([
  ['another version', '/terms?version=v1', Terms],
  ['another language', '/terms?locale=fr', Terms],
  ['another document', '/faq', Faq],
])('for %s the embedded text is not used', async (_, path, Page) => {
  await openPage(path, Page);
  expect((await screen.findByRole('article')).textContent).not.toContain('In the first answer');
});

test('a text that another build has embedded is not used: its form may be another one', async () => {
  const embeddedBy = async (build: string) => {
    carry(build);
    jest.resetModules();
    const { findEmbeddedText } = await import('./embedded-text.ts');
    const { chooseText, findDocument } = await import('./choose-text.ts');
    return findEmbeddedText(chooseText(findDocument('terms'), { locale: null, interfaceLanguage: 'en' }));
  };
  expect(await embeddedBy('9.9.9')).toEqual(TEXT);
  expect(await embeddedBy('9.9.8')).toBeUndefined();
});
