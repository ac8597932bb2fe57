/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage } from '../testing/open-page.tsx';
import { Page } from './migration-info-page.tsx';

test('says what the migration means, how it works, and where to ask questions [T096]', async () => {
  await openPage(Page, { links: { identityManagement: 'https://identity.example.com/' } });
  expect(screen.getByRole('heading', { level: 1, name: 'Moving to the eBike ID' })).toBeTruthy();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['What changes', 'How to move', 'What stays']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Create an eBike ID with the email address of your account/),
    expect.stringMatching(/^Start the app on your phone and sign in there with your eBike ID/),
    expect.stringMatching(/^Come back and sign in here/),
  ]);
  for (const text of [
    /^One sign-in for app and portal/,
    /^You sign in to the app and to the portal/,
    /^Your hubs, your profile/,
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Questions about the eBike ID' }).getAttribute('href')).toBe('/faq');
  expect(screen.getByRole('link', { name: 'Go to your eBike ID' })).toBeTruthy();
});

test('shows no link to the identity when its address is not configured', async () => {
  await openPage(Page);
  expect(screen.queryByRole('link', { name: 'Go to your eBike ID' })).toBeNull();
});
