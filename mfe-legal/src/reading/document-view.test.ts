import { describe, expect, test } from '@jest/globals';
import type { PdfElsewhere } from '../features/service-description/use-service-description.ts';
import type { Reading } from './document-view.ts';
import { choosePdf, documentView } from './document-view.ts';

const url = 'https://files.example/description.pdf';

describe('the PDF to show', () => {
  test.each<[PdfElsewhere, Parameters<typeof choosePdf>[1], ReturnType<typeof choosePdf>]>([
    [{ status: 'none' }, 'checking', { from: 'own' }],
    [{ status: 'asked' }, 'checking', { from: 'asked' }],
    [{ status: 'named', url }, 'checking', { from: 'elsewhere', url }],
    [{ status: 'named', url }, 'sound', { from: 'elsewhere', url }],
    [{ status: 'named', url }, 'failed', { from: 'own' }],
  ])('where %j is elsewhere, and is %s there: %j', (elsewhere, state, chosen) => {
    expect(choosePdf(elsewhere, state)).toEqual(chosen);
  });
});

describe('what stands on the page', () => {
  test.each<[Reading['mode'], Reading['pdf'], Reading['late'], ReturnType<typeof documentView>]>([
    ['pdf', 'checking', false, { shows: 'coming' }],
    ['pdf', 'checking', true, { shows: 'text', news: 'slow' }],
    ['pdf', 'sound', false, { shows: 'pdf' }],
    ['pdf', 'sound', true, { shows: 'text', news: 'came' }],
    ['pdf', 'failed', false, { shows: 'text', news: 'failed' }],
    ['pdf', 'failed', true, { shows: 'text', news: 'failed' }],
    ['text', 'checking', false, { shows: 'text' }],
    ['text', 'checking', true, { shows: 'text' }],
    ['text', 'sound', false, { shows: 'text' }],
    ['text', 'sound', true, { shows: 'text' }],
    ['text', 'failed', false, { shows: 'text' }],
    ['text', 'failed', true, { shows: 'text' }],
  ])('asked for as %s, with a PDF that is %s, late: %s', (mode, pdf, late, view) => {
    expect(documentView({ mode, pdf, late })).toEqual(view);
  });
});
