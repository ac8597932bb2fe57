/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { currentLanguage } from '@portal/i18n';
import { startTestI18n } from '@portal/i18n/testing';
import { startTestSession } from '@portal/session/testing';
import type { RemoteModule } from '@portal/contract/remote-module';
import { chooseInPicker, loadShellMessages } from '../languages.ts';
import { testPortal } from '../testing/open-portal.tsx';
import { createPortalRouter } from './router.tsx';
import { readyToRender } from './first-route.ts';

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

test('a catalogue that stalls does not keep the portal from rendering, and leaves the language as it is', async () => {
  const portal = testPortal();
  const late = Promise.withResolvers<never>();
  const remote = { name: 'mfe-hubs', module: STALLED };
  const loader = {
    ...portal.loader,
    loaded: () => [remote],
    // The loader's own limit.
    within: async <Part>(_remote: unknown, part: () => Promise<Part>) => Promise.race([part(), late.promise]),
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
