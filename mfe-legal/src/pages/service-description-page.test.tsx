/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FakeResponse } from '@portal/api/testing';
import { screen } from '@testing-library/react';
import { openPage, sheet, viewer } from '../testing/open-page.tsx';
import { states } from './pages.states.tsx';
import { Page as ServiceDescription } from './service-description-page.tsx';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('the service description', () => {
  const own = '/documents/service-description/v1/FR.pdf';
  const named = 'https://files.example/description.pdf';
  const path = '/service-description?view=pdf';
  const elsewhere = states['service-description-of-another-server'];
  const openInFrench = async (at: string, answer: FakeResponse) => {
    const answers = { 'GET service-description/url': answer };
    return await openPage(at, ServiceDescription, { ...elsewhere, language: 'fr', answers });
  };
  const link = () => screen.getByRole('link', { name: /new tab|nouvel onglet/ }).getAttribute('href');

  test('is the PDF from the API if its origin is configured [T242]', async () => {
    const { asked } = await openPage(path, ServiceDescription, elsewhere);
    expect(await viewer('Service description')).toBeTruthy();
    expect(asked()).toEqual([named]);
  });

  test('on a host that does not let the portal read it is linked, and the page says why it is not shown', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await openPage(path, ServiceDescription, states['service-description-that-cannot-be-read']);
    const message = (await screen.findByRole('alert')).textContent;
    expect(message).toContain('The PDF is on another server and cannot be shown here');
    expect(message).toContain('“Open in a new tab” opens it there.');
    expect((await sheet()).closest('.document__print')).toBeNull();
    expect(link()).toBe(named);
  });

  test.each(['https://evil.example/description.pdf', 'javascript:alert(1)'])(
    'at %s is ignored, and the portal’s own PDF is shown',
    async (url) => {
      const { asked, requests } = await openInFrench(path, { body: { url } });
      await screen.findByRole('region', { name: /Description du service/ });
      expect(asked()).toEqual([own]);
      expect(requests).toHaveLength(2);
    },
  );

  test('is the portal’s own PDF, with an upper-case locale, when the API fails [T243]', async () => {
    const { asked } = await openInFrench('/service-description/v1?view=pdf', { status: 500 });
    await screen.findByRole('region', { name: /Description du service/ });
    expect([asked(), link()]).toEqual([[own], own]);
  });
});
