/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ROOT_ID } from '@portal/contract/page-elements';
import type { RemoteModule } from '@portal/contract/remote-module';
import { currentLanguage } from '@portal/i18n';
import { startTestI18n } from '@portal/i18n/testing';
import { startTestSession } from '@portal/session/testing';
import { act, screen } from '@testing-library/react';
import { chooseInPicker, loadShellMessages } from './languages.ts';
import { readyToRender, renderPortal } from './render.tsx';
import { createPortalRouter } from './routing/router.tsx';
import { startShellTexts, testPortal } from './testing/open-portal.tsx';

describe('the moment to render', () => {
  const NEVER = new Promise<never>(() => undefined);
  const STALLED: RemoteModule = { name: 'mfe-hubs', version: '1.0.0', pages: {}, loadMessages: () => NEVER };

  beforeEach(async () => {
    await startTestSession(null);
    await startTestI18n({ shell: await loadShellMessages('en') });
    await loadShellMessages('de');
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('a catalogue that stalls does not block rendering, and leaves the language unchanged', async () => {
    const portal = testPortal();
    const late = Promise.withResolvers<never>();
    const remote = { name: 'mfe-hubs', module: STALLED };
    const loader = {
      ...portal.loader,
      loaded: () => [remote],
      // The loader's own limit.
      within: async <Part,>(_remote: unknown, part: () => Promise<Part>) => Promise.race([part(), late.promise]),
    };
    const router = createPortalRouter(portal);
    jest.useFakeTimers();
    const change = chooseInPicker(loader, 'de');
    const ready = readyToRender(router);
    await jest.advanceTimersByTimeAsync(800);
    await ready;
    late.reject(new Error('timed out'));
    await expect(change).rejects.toThrow('timed out');
    expect(currentLanguage()).toBe('en');
    router.dispose();
  });
});

describe('the focus', () => {
  const PRERENDERED =
    '<a class="skip-link" href="#main">Skip to content</a><a href="/welcome">Painted</a><main id="main"></main>';

  beforeAll(async () => {
    await startTestSession(null);
    await startShellTexts('en');
  });
  afterEach(() => {
    document.body.innerHTML = '';
  });

  /**
   * Replaces the prerendered frame of the welcome page by the rendered portal, while one of its links has the focus.
   */
  async function takeOver(focused: string | undefined): Promise<void> {
    document.body.innerHTML = `<div id="${ROOT_ID}">${PRERENDERED}</div>`;
    if (focused !== undefined) screen.getByRole('link', { name: focused }).focus();
    window.history.replaceState(null, '', '/welcome');
    const portal = testPortal();
    const router = createPortalRouter(portal);
    await readyToRender(router);
    await act(async () => renderPortal(portal, router));
    expect(screen.getByRole('contentinfo')).toBeTruthy();
  }

  test('moves from a link of the prerendered frame to the same link of the rendered one', async () => {
    await takeOver('Skip to content');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Skip to content' }));
  });

  test('stays where the browser put it before the first Tab', async () => {
    await takeOver(undefined);
    expect(document.activeElement).toBe(document.body);
  });
});
