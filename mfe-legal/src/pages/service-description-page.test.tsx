/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { FakeResponse } from '@portal/api/testing';
import { startTestSession } from '@portal/session/testing';
import { screen } from '@testing-library/react';
import { asked, FILES, openPage, sheet, viewer } from '../testing/open-page.tsx';
import { Page as ServiceDescription } from './service-description-page.tsx';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('the service description', () => {
  const own = '/documents/service-description/v1/FR.pdf';
  const answering = async (answer: FakeResponse) => {
    await startTestSession(null);
    return startTestApi({ 'GET service-description/url': answer });
  };

  const named = { body: { url: `${FILES}/description.pdf` } };
  const link = () => screen.getByRole('link', { name: /new tab|nouvel onglet/ }).getAttribute('href');

  test('is the PDF from the API if its origin is configured [T242]', async () => {
    await answering(named);
    await openPage('/service-description?view=pdf', ServiceDescription);
    expect(await viewer('Service description')).toBeTruthy();
    expect(asked).toEqual([`${FILES}/description.pdf`]);
  });

  test('on a host that does not let the portal read it is linked, and the page says why it is not shown', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await answering(named);
    await openPage('/service-description?view=pdf', ServiceDescription, { pdf: () => undefined });
    const message = (await screen.findByRole('alert')).textContent;
    expect(message).toContain('The PDF is on another server and cannot be shown here');
    expect(message).toContain('“Open in a new tab” opens it there.');
    expect((await sheet()).closest('.document__print')).toBeNull();
    expect(link()).toBe(`${FILES}/description.pdf`);
  });

  test.each(['https://evil.example/description.pdf', 'javascript:alert(1)'])(
    'at %s is ignored, and the portal’s own PDF is shown',
    async (url) => {
      const requests = await answering({ body: { url } });
      await openPage('/service-description?view=pdf', ServiceDescription, { language: 'fr' });
      await screen.findByRole('region', { name: /Description du service/ });
      expect(asked).toEqual([own]);
      expect(requests).toHaveLength(1);
    },
  );

  test('is the portal’s own PDF, with an upper-case locale, when the API fails [T243]', async () => {
    await answering({ status: 500 });
    await openPage('/service-description/v1?view=pdf', ServiceDescription, { language: 'fr' });
    await screen.findByRole('region', { name: /Description du service/ });
    expect([asked, link()]).toEqual([[own], own]);
  });
});
