import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { createPerson } from '../support/backend.ts';
import { signIn, startSignedIn } from '../support/portal.ts';
import { answerCall, answered } from './api-faults.ts';
import { intercept } from './cell.ts';
import type { Cell, Expectation, Fault, Surface } from './cell.ts';
import { expectNoTokens } from './checks.ts';
import { ACCOUNT_UNKNOWN, SIGN_IN } from './expectations.ts';

const isForUsers = ({ remote }: Surface) => remote !== 'legal';
/** Log-out and sign-in are the shell's, the same from every page. */
const isFirstOfHubs = ({ kind, remote }: Surface) => kind === 'first screen' && remote === 'hubs';
const end = async ({ page }: Cell) => await page.unrouteAll();

/** The provider answers neither the browser nor the API, which then cannot exchange tokens or begin a sign-in. */
async function stopProvider(cell: Cell): Promise<void> {
  await intercept(cell, /\/identity\//, async (route) => await route.abort('connectionrefused'));
  await answerCall(cell, 'POST user/getTokens', answered(502, '{}'));
  await intercept(cell, /\/api\/user\/weblogin\//, async (route) => {
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<!doctype html><p>Come back later</p>' });
  });
}

/** The access token is over; the refresh token is not. */
async function spoilAccessToken(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const spoiled = cookies.filter(({ name }) => name === 'access_token');
  await page.context().addCookies(spoiled.map((cookie) => ({ ...cookie, value: 'no-longer-known' })));
}

/** Nobody has to sign in again; what was typed is there afterwards. */
const TOKENS_NOT_RENEWED: Expectation = {
  ...ACCOUNT_UNKNOWN,
  keepsInput: false,
  async goesOn(cell, surface) {
    const { page } = cell;
    await ACCOUNT_UNKNOWN.goesOn(cell, surface);
    if (surface.kind !== 'action') return;
    await expect(page).toHaveURL(surface.path);
    // Switch and consent show what is stored, so there they begin anew.
    if (surface.remote === 'account') await surface.keepsInput?.(page);
    else await surface.approach(page);
    await surface.reach(page);
  },
};

const RENEWAL: Fault = {
  name: 'identity provider, down while tokens are renewed',
  applies: isForUsers,
  expects: () => TOKENS_NOT_RENEWED,
  async begin(cell) {
    await stopProvider(cell);
    await spoilAccessToken(cell.page);
  },
  end,
};

const LOGGED_OUT: Expectation = {
  restWorks: false,
  async sees({ page }, surface) {
    await surface.works(page);
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
    await expectNoTokens(page);
  },
  async goesOn({ page, portal, person }, surface) {
    await startSignedIn(page.context(), portal.url, person.email);
    await page.goto(surface.path);
  },
};

const LOG_OUT: Fault = {
  name: 'identity provider, down at log-out',
  applies: isFirstOfHubs,
  expects: () => LOGGED_OUT,
  begin: stopProvider,
  end,
};

const NOT_SIGNED_IN: Expectation = {
  restWorks: false,
  async sees(cell, surface) {
    const { page } = cell;
    await SIGN_IN.sees(cell, surface);
    await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Come back later')).toBeVisible();
    // The way on: the browser's own.
    await page.goBack();
    await SIGN_IN.sees(cell, surface);
  },
  async goesOn({ page, person }, surface) {
    await signIn(page, person.email);
    await expect(page).toHaveURL(surface.path);
  },
};

const SIGNING_IN: Fault = {
  name: 'identity provider, down at sign-in',
  applies: isFirstOfHubs,
  expects: () => NOT_SIGNED_IN,
  async begin(cell) {
    await cell.page.context().clearCookies();
    await stopProvider(cell);
  },
  end,
};

/** The tab belongs to the other person and says so, and nothing was sent in their name. */
const OTHER_USER: Expectation = {
  restWorks: false,
  keepsInput: false,
  async sees({ page, person, other }) {
    await expect(page.getByRole('banner').getByRole('link', { name: other?.email ?? 'nobody' })).toBeVisible();
    await expect(page.getByText(person.email)).toHaveCount(0);
    await expect(page.getByRole('status').getByText('What you had not saved here was not saved')).toBeVisible();
  },
  async goesOn({ page }, surface) {
    await surface.approach(page);
    await surface.reach(page);
  },
};

const SWITCHED: Fault = {
  name: 'user, switched in another tab',
  // Showing a PDF asks the API for nothing.
  applies: ({ kind, remote }) => kind === 'navigation' || (kind === 'action' && remote !== 'legal'),
  expects: () => OTHER_USER,
  async begin(cell, { copyOf, write }) {
    const { page, portal } = cell;
    cell.other = await createPerson(cell.backendUrl, 'other', copyOf, { language: 'en' });
    // As after an end of the session that this tab has not heard of: the cookies of both days are over, or of a sibling
    // host.
    await startSignedIn(page.context(), portal.url, cell.other.email);
    cell.met += 1;
    if (write !== undefined)
      await answerCall(cell, write, async () => {
        throw new Error(`${write} was sent in the name of ${cell.other?.email ?? 'nobody'}`);
      });
  },
  end,
};

export const SESSION_FAULTS: readonly Fault[] = [RENEWAL, LOG_OUT, SIGNING_IN, SWITCHED];
