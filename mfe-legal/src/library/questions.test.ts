import { expect, test } from '@jest/globals';
import { findDocument } from './choose-text.ts';
import { findQuestions, collectQuestions } from './questions.ts';

const entry = findDocument('faq').versions[0]?.texts.find(({ language }) => language === 'fr');
if (!entry) throw new Error('There are no questions in French');
const { text } = await entry.load();
const questions = collectQuestions(text);
const found = (wanted: string) => findQuestions(questions, wanted).map(({ question }) => question);

test.each(['SERVER runtime', '  runtime   server ', 'séRVer RUNTIME error'])('%j finds the question', (wanted) => {
  expect(found(wanted)).toEqual([expect.stringContaining('Server runtime error')]);
});

test('accents make no difference, and neither does whether the words are in the question or in its answer', () => {
  expect(found('bloques')).toEqual([expect.stringContaining('bloqués')]);
  expect(found('bloqués extensions')).toEqual(found('bloques'));
});

test.each(['', '   '])('%j finds all of them', (wanted) => {
  expect(found(wanted)).toHaveLength(11);
});

test.each(['zzz', 'cookies zzz', '.*'])('%j finds none', (wanted) => {
  expect(found(wanted)).toEqual([]);
});
