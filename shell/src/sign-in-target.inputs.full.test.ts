/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import { hostileText, HOSTILE_TEXTS, INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import { startTestSession } from '@portal/session/testing';
import { act, screen } from '@testing-library/react';
import * as fc from 'fast-check';
import type { LoaderFunction } from 'react-router-dom';
import { portalRoutes } from './routing/router.tsx';
import { openPortal, testPortal } from './testing/open-portal.tsx';

const { origin } = window.location;
const AMOUNT = { all: 2000 };

/** Redirect targets: mostly almost a path of the portal, as those have to be that lead out of one. */
const target = fc.oneof(
  hostileText,
  hostileText.map((text) => `/${text}`),
  hostileText.map((text) => `/settings${text}`),
  hostileText.map((text) => `/..${text}`),
);
const LIST = HOSTILE_TEXTS.flatMap((text) => [text, `/${text}`]);

/** The address of sign-in with a redirect target, as a link of another site has it. */
const signInWith = (redirect: string) => `/login?${new URLSearchParams({ redirect }).toString()}`;

/**
 * Expects a path that leads to a page of this origin, by the browser's own parser, and to the same page each time it
 * passes sign-in.
 */
function expectOwnPage(path: string): void {
  expect(path).toMatch(/^\/(?![/\\])/);
  expect(new URL(path, origin).origin).toBe(origin);
  // A header or the history may not contain anything else.
  expect(path).toMatch(/^[\u0021-\u007e]*$/);
}

beforeEach(() => void startTestApi({}));

describe('whatever the target of a redirect is', () => {
  test(
    'a user at sign-in goes on to a page of the portal',
    async () => {
      await startTestSession();
      const login = portalRoutes(testPortal())[0]?.children?.find(({ path }) => path === '/login');
      const enter = login?.loader as LoaderFunction;
      const next = async (redirect: string) => {
        const request = new Request(`${origin}${signInWith(redirect)}`);
        const answer: unknown = await enter({
          request,
          params: {},
          context: undefined,
        } as Parameters<LoaderFunction>[0]);
        return answer instanceof Response ? (answer.headers.get('location') ?? '') : '';
      };
      await tryInputs(
        'Redirect targets, signed in',
        AMOUNT,
        target,
        async (redirect) => {
          const path = await next(redirect);
          expectOwnPage(path);
          expect(await next(path)).toBe(path);
        },
        LIST,
      );
    },
    INPUTS_LIMIT_MS,
  );

  test(
    'a visitor is sent to the provider with the way back to a page of the portal',
    async () => {
      await startTestSession(null);
      const { router } = await openPortal('/login');
      const link = await screen.findByRole('link', { name: 'Sign in' });
      await tryInputs(
        'Redirect targets, signed out',
        AMOUNT,
        target,
        async (redirect) => {
          await act(async () => await router.navigate(signInWith(redirect)));
          const address = new URL(link.getAttribute('href') ?? '');
          expect(`${address.origin}${address.pathname}`).toBe('https://api.example.com/v1/user/weblogin/');
          expect([...address.searchParams.keys()]).toEqual(['returnTo', 'redirectUri']);
          const returnTo = address.searchParams.get('returnTo') ?? '';
          expect(new URL(returnTo).href).toBe(returnTo);
          expectOwnPage(returnTo.slice(origin.length));
          expect(returnTo.startsWith(`${origin}/`)).toBe(true);
          expect(address.searchParams.get('redirectUri')).toBe(`${origin}/login`);
        },
        LIST,
      );
    },
    INPUTS_LIMIT_MS,
  );
});
