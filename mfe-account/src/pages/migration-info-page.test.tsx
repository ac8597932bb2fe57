/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage } from '../testing/open-page.tsx';
import { Page } from './migration-info-page.tsx';

test('says what moving means, how it goes, and where questions are answered', async () => {
  await openPage(Page, { links: { identityManagement: 'https://identity.example.com/' } });
  expect(screen.getByRole('heading', { level: 1, name: 'Moving to the central identity' })).toBeTruthy();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['What changes', 'How to move', 'What stays']);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Questions about the central identity' }).getAttribute('href')).toBe('/faq');
  expect(screen.getByRole('link', { name: 'Go to the central identity' })).toBeTruthy();
});

test('without an address of the identity there is no link to it', async () => {
  await openPage(Page);
  expect(screen.queryByRole('link', { name: 'Go to the central identity' })).toBeNull();
});
