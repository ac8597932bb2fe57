/** @jest-environment jsdom */
import { describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage } from '../testing/open-page.tsx';
import { Page as CheckDevicePage } from './check-device-page.tsx';
import { Page as HubReleasePage } from './hub-release-page.tsx';

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

describe.each([
  ['/hub-release', HubReleasePage, 'Your hub was released successfully', /^It has left its owner’s account/],
  ['/check-device', CheckDevicePage, 'Carry on in the app', /^This step happens in the app on your phone/],
])('%s', (_path, Page, heading, words) => {
  test('shows its message to every visitor, and calls no API [T074]', async () => {
    const { requests } = await openPage({ Page, account: null });
    expect(title()).toBe(heading);
    expect(screen.getByText(words)).toBeTruthy();
    expect(requests).toEqual([]);
  });

  test('links to the portal', async () => {
    await openPage({ Page, account: null });
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Go to your hubs', '/settings'],
    ]);
  });
});

describe('/check-device', () => {
  const APP = 'ebike://open';
  const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

  async function openOn(isPhone: boolean, app?: string) {
    const leave = jest.fn<(address: string) => void>();
    const Page = () => <CheckDevicePage device={{ isPhone, leave }} />;
    await openPage({ Page, links: { app }, account: null });
    expect(screen.getByText(/Open the app there and sign in with the same account/)).toBeTruthy();
    return leave;
  }

  test('opens the app at once on a phone, and offers it again [T098]', async () => {
    expect((await openOn(true, APP)).mock.calls).toEqual([[APP]]);
    expect(links()).toEqual([
      ['Open the app', APP],
      ['Go to your hubs', '/settings'],
    ]);
  });

  test('has a button to the app on other devices [T099]', async () => {
    expect(await openOn(false, APP)).not.toHaveBeenCalled();
    expect(links()[0]).toEqual(['Open the app', APP]);
  });

  test.each([true, false])('only explains where no address of the app is configured (phone: %s)', async (isPhone) => {
    expect(await openOn(isPhone)).not.toHaveBeenCalled();
    expect(links()).toEqual([['Go to your hubs', '/settings']]);
  });
});
