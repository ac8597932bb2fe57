/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { ROOT_ID } from '@portal/contract/page-elements';
import { startTestSession } from '@portal/session/testing';
import { act, screen } from '@testing-library/react';
import { renderPortal } from './render.tsx';
import { readyToRender } from './routing/first-route.ts';
import { createPortalRouter } from './routing/router.tsx';
import { startShellTexts, testPortal } from './testing/open-portal.tsx';

const PAINTED =
  '<a class="skip-link" href="#main">Skip to content</a><a href="/welcome">Painted</a><main id="main"></main>';

beforeAll(async () => {
  await startTestSession(null);
  await startShellTexts('en');
});
afterEach(() => {
  document.body.innerHTML = '';
});

/** Replaces the painted frame of the welcome page by the living portal, while a link of it has the focus. */
async function takeOver(focused: string | undefined): Promise<void> {
  document.body.innerHTML = `<div id="${ROOT_ID}">${PAINTED}</div>`;
  if (focused !== undefined) screen.getByRole('link', { name: focused }).focus();
  window.history.replaceState(null, '', '/welcome');
  const portal = testPortal();
  const router = createPortalRouter(portal);
  await readyToRender(router);
  await act(async () => renderPortal(portal, router));
  expect(screen.getByRole('contentinfo')).toBeTruthy();
}

test('whoever has tabbed to a link of the painted frame is at the same link of the living one', async () => {
  await takeOver('Skip to content');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Skip to content' }));
});

test('whoever has not tabbed yet stays where the browser put them', async () => {
  await takeOver(undefined);
  expect(document.activeElement).toBe(document.body);
});
