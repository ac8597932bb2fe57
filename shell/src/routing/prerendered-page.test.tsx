/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestSession } from '@portal/session/testing';
import { PageHead } from '@portal/ui';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { openPortal, testRemote } from '../testing/open-portal.tsx';

const PRERENDERED =
  '<div id="prerendered"><h1>Terms</h1><article><a href="#rights">Your rights</a></article><button inert="">Print</button></div>';

const Terms = () => (
  <>
    <PageHead title="Terms" />
    <article>
      <a href="?version=v2#rights">Your rights</a>
    </article>
    <button type="button">Print</button>
  </>
);

/** Opens the terms, whose first answer has a prerendered page, while the page itself is loading. */
async function openPrerendered() {
  const prerendered = document.createElement('div');
  prerendered.innerHTML = PRERENDERED;
  document.body.append(prerendered);
  window.history.replaceState(null, '', '/terms');
  document.title = 'Its own title';
  const page = Promise.withResolvers<ComponentType>();
  const load = jest.fn(() => page.promise);
  const { router } = await openPortal('/terms', [
    testRemote('mfe-legal', [
      { path: '/terms', access: 'open', Page: load },
      { path: '/other', access: 'open', Page: () => new Promise<never>(() => undefined) },
    ]),
  ]);
  prerendered.remove(); // as the rendered portal replaces it
  return { page, load, router };
}

describe('a prerendered document', () => {
  beforeEach(async () => {
    await startTestSession(null);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('stays, with its title, until the page itself is shown', async () => {
    const { page } = await openPrerendered();
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    expect(screen.getByRole('article').textContent).toBe('Your rights');
    expect(document.querySelector('.skeleton')).toBeNull();
    expect(document.title).toBe('Its own title');
    await act(async () => page.resolve(Terms));
    expect(document.title).toBe('Title of /terms – eBike Portal');
    expect(screen.getByRole('heading', { level: 1, name: 'Terms' })).toBeTruthy();
    expect(document.querySelector('[inert], #prerendered')).toBeNull();
  });

  test('gives the focus of a link to the same link of the page', async () => {
    const { page } = await openPrerendered();
    screen.getByRole('link', { name: 'Your rights' }).focus();
    await act(async () => page.resolve(Terms));
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Your rights' }));
  });

  test('can still be read when the page fails, below a message with "Try again"', async () => {
    const { page, load } = await openPrerendered();
    await act(async () => page.reject(new Error('unreachable')));
    expect(screen.getByRole('alert').textContent).toContain('This area is not available right now');
    expect(screen.getByRole('heading', { level: 1, name: 'Terms' })).toBeTruthy();
    expect(screen.getByRole('article').closest('.prerendered--alone')).not.toBeNull();
    load.mockImplementation(async () => Terms);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.querySelector('#prerendered')).toBeNull();
  });

  test.each(['/', '/settings'])('stays at %s, which leads to the page', async (path) => {
    const prerendered = document.createElement('div');
    prerendered.innerHTML = PRERENDERED.replace('id=', 'data-path="/login" id=');
    document.body.append(prerendered);
    window.history.replaceState(null, '', path);
    const page = Promise.withResolvers<{ readonly Page: ComponentType }>();
    const remote = testRemote('mfe-hubs', [{ path: '/settings', Page: () => Terms }]);
    const pages = { 'sign-in': { load: () => page.promise } };
    const { router } = await openPortal(path, [remote], 'en', {}, { pages });
    prerendered.remove();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect((await screen.findByRole('article')).textContent).toBe('Your rights');
    expect(document.querySelector('.skeleton')).toBeNull();
    await act(async () => page.resolve({ Page: Terms }));
    expect(document.querySelector('#prerendered')).toBeNull();
  });

  test('belongs to its path alone', async () => {
    const { page, router } = await openPrerendered();
    await act(async () => router.navigate('/other'));
    await waitFor(() => expect(document.querySelector('.skeleton')).not.toBeNull());
    expect(screen.queryByRole('article')).toBeNull();
    page.resolve(Terms);
  });
});
