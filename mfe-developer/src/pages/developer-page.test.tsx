/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { startTestI18n } from '@portal/i18n/testing';
import { screen, within } from '@testing-library/react';
import en from '../locales/en.json' with { type: 'json' };
import { LINKS, openPage } from '../testing/open-page.tsx';
import { Page } from './developer-page.tsx';

beforeEach(async () => {
  await startTestI18n({ 'mfe-developer': en });
});

test('/developer says that the kit has ended, and when [T019]', () => {
  openPage(Page, '/developer');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'The developer kit has been discontinued' })).toBeTruthy();
  expect(screen.getByText(/Support stopped on 1 June 2024/)).toBeTruthy();
});

describe('/developer links', () => {
  test('to repository, introduction and forum [T057]', () => {
    openPage(Page, '/developer');
    const tiles = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(tiles.map(({ href }) => href)).toEqual(Object.values(LINKS));
    expect(tiles.map((tile) => within(tile).getByRole('heading', { level: 2 }).textContent)).toEqual([
      'Kit repository',
      'Introduction',
      'Forum',
    ]);
  });

  test('to nothing that is not configured [T058]', () => {
    openPage(Page, '/developer', { kitForum: 'https://forum.example.com/kit' });
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Forum' })).toBeTruthy();
  });
});
