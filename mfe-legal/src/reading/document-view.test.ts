import { describe, expect, test } from '@jest/globals';
import type { OtherPdf } from '../features/service-description/use-service-description.ts';
import { choosePdf, documentView } from './document-view.ts';

const url = 'https://files.example/description.pdf';

describe('the PDF to show', () => {
  test.each<[OtherPdf, Parameters<typeof choosePdf>[1], ReturnType<typeof choosePdf>]>([
    [{ status: 'none' }, 'loading', { from: 'own' }],
    [{ status: 'pending' }, 'loading', { from: 'pending' }],
    [{ status: 'named', url }, 'loading', { from: 'other', url }],
    [{ status: 'named', url }, 'open', { from: 'other', url }],
    [{ status: 'named', url }, 'unreachable', { from: 'other', url }],
    [{ status: 'named', url }, 'broken', { from: 'own' }],
  ])('with the other PDF %j, which is %s: %j', (elsewhere, state, chosen) => {
    expect(choosePdf(elsewhere, state)).toEqual(chosen);
  });
});

describe('what the page shows', () => {
  test.each<[...Parameters<typeof documentView>, ReturnType<typeof documentView>]>([
    ['text', 'own', 'loading', { shows: 'text' }],
    ['text', 'other', 'unreachable', { shows: 'text' }],
    ['pdf', 'pending', 'loading', { shows: 'loading' }],
    ['pdf', 'own', 'loading', { shows: 'loading' }],
    ['pdf', 'own', 'open', { shows: 'pdf' }],
    ['pdf', 'other', 'open', { shows: 'pdf' }],
    ['pdf', 'own', 'broken', { shows: 'text', missing: 'failed' }],
    ['pdf', 'own', 'unreachable', { shows: 'text', missing: 'failed' }],
    ['pdf', 'other', 'unreachable', { shows: 'text', missing: 'elsewhere' }],
  ])('in mode %s, with the %s PDF, which is %s', (mode, from, pdf, view) => {
    expect(documentView(mode, from, pdf)).toEqual(view);
  });
});
