import { describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { differences } from '@portal/i18n/testing';
import { texts } from './information/texts.ts';
import { loadShellMessages } from './languages.ts';

describe('every language has every text', () => {
  test.each(LANGUAGES)('of the frame: %s', async (language) => {
    expect(differences(await loadShellMessages('en'), await loadShellMessages(language), language)).toEqual([]);
  });

  test.each(LANGUAGES)('of the pages that inform: %s', (language) => {
    expect(differences(texts.messages.en, texts.messages[language], language)).toEqual([]);
  });
});
