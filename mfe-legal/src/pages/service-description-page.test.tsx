/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { FakeResponse } from '@portal/api/testing';
import { startTestSession } from '@portal/session/testing';
import { act, screen } from '@testing-library/react';
import { asked, FILES, loadText, news, openPage, PDF } from '../testing/open-page.tsx';
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

  test('is the PDF from the API if its origin is configured', async () => {
    await answering({ body: { url: `${FILES}/description.pdf` } });
    await openPage('/service-description', ServiceDescription, { language: 'fr' });
    expect((await screen.findByTitle('Document : Description du service')).getAttribute('src')).toBe(
      `${FILES}/description.pdf#navpanes=0`,
    );
    expect(asked).toEqual([`${FILES}/description.pdf`]);
  });

  test('on another host opens in a new tab, because no browser downloads it', async () => {
    await answering({ body: { url: `${FILES}/description.pdf` } });
    await openPage('/service-description', ServiceDescription);
    await screen.findByTitle('Document: Service description');
    const link = screen.getByRole('link', { name: 'Open in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([`${FILES}/description.pdf`, '_blank']);
    expect(screen.queryByRole('link', { name: /^Download PDF/ })).toBeNull();
  });

  test.each(['https://evil.example/description.pdf', 'javascript:alert(1)'])(
    'at %s is ignored, and the portal’s own PDF is shown',
    async (url) => {
      const requests = await answering({ body: { url } });
      await openPage('/service-description', ServiceDescription, { language: 'fr' });
      expect((await screen.findByTitle('Document : Description du service')).getAttribute('src')).toBe(
        `${own}#navpanes=0`,
      );
      expect(asked).toEqual([own]);
      expect(requests).toHaveLength(1);
    },
  );

  test('is shown as text while the API is slow', async () => {
    await answering({ status: 500 });
    await loadText('/service-description', ServiceDescription);
    jest.useFakeTimers();
    await startTestSession(null);
    startTestApi({ 'GET service-description/url': () => new Promise<never>(() => undefined) });
    await openPage('/service-description', ServiceDescription);
    await act(async () => await jest.advanceTimersByTimeAsync(3000));
    expect(screen.getByRole('article').closest('.document__print')).toBeNull();
    expect(news()).toContain('The PDF is taking a while');
    expect(asked).toEqual([]);
    jest.useRealTimers();
  });

  test('is the portal’s own PDF, with an upper-case locale, when the API fails', async () => {
    await answering({ status: 500 });
    await openPage('/service-description/v1', ServiceDescription, { language: 'fr' });
    expect((await screen.findByTitle('Document : Description du service')).getAttribute('src')).toBe(
      `${own}#navpanes=0`,
    );
  });

  test('is the portal’s own PDF when the one from the API cannot be shown', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await answering({ body: { url: `${FILES}/description.pdf` } });
    await openPage('/service-description', ServiceDescription, {
      language: 'fr',
      pdf: (url) => (url.startsWith(FILES) ? '<p>' : PDF),
    });
    expect((await screen.findByTitle('Document : Description du service')).getAttribute('src')).toBe(
      `${own}#navpanes=0`,
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
