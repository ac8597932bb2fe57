import { describe, expect, test } from '@jest/globals';
import type { OtherPdf } from '../features/service-description/use-service-description.ts';
import type { Reading } from './document-view.ts';
import { choosePdf, documentView } from './document-view.ts';

const url = 'https://files.example/description.pdf';

describe('the PDF to show', () => {
  test.each<[OtherPdf, Parameters<typeof choosePdf>[1], ReturnType<typeof choosePdf>]>([
    [{ status: 'none' }, 'checking', { from: 'own' }],
    [{ status: 'pending' }, 'checking', { from: 'pending' }],
    [{ status: 'named', url }, 'checking', { from: 'other', url }],
    [{ status: 'named', url }, 'valid', { from: 'other', url }],
    [{ status: 'named', url }, 'failed', { from: 'own' }],
  ])('with the other PDF %j, which is %s: %j', (elsewhere, state, chosen) => {
    expect(choosePdf(elsewhere, state)).toEqual(chosen);
  });
});

describe('what the page shows', () => {
  test.each<[Reading['mode'], Reading['pdf'], Reading['late'], ReturnType<typeof documentView>]>([
    ['pdf', 'checking', false, { shows: 'loading' }],
    ['pdf', 'checking', true, { shows: 'text', pdfStatus: 'slow' }],
    ['pdf', 'valid', false, { shows: 'pdf' }],
    ['pdf', 'valid', true, { shows: 'text', pdfStatus: 'arrived' }],
    ['pdf', 'failed', false, { shows: 'text', pdfStatus: 'failed' }],
    ['pdf', 'failed', true, { shows: 'text', pdfStatus: 'failed' }],
    ['text', 'checking', false, { shows: 'text' }],
    ['text', 'checking', true, { shows: 'text' }],
    ['text', 'valid', false, { shows: 'text' }],
    ['text', 'valid', true, { shows: 'text' }],
    ['text', 'failed', false, { shows: 'text' }],
    ['text', 'failed', true, { shows: 'text' }],
  ])('in mode %s, with a PDF that is %s, late: %s', (mode, pdf, late, view) => {
    expect(documentView({ mode, pdf, late })).toEqual(view);
  });
});
