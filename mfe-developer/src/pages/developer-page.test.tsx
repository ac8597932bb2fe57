/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { LINKS } from '../testing/links.ts';
import { openPage } from '../testing/open-page.tsx';
import { states } from './developer-page.states.tsx';

test('/developer says that the kit has ended, and when [T019]', async () => {
  await openPage(states['with-all-links']);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'The developer kit has been discontinued' })).toBeTruthy();
  expect(screen.getByText(/Support stopped on 1 June 2024/)).toBeTruthy();
});

describe('/developer links', () => {
  test('to repository, introduction and forum [T057]', async () => {
    await openPage(states['with-all-links']);
    const tiles = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(tiles.map(({ href }) => href)).toEqual(Object.values(LINKS));
    expect(tiles.map((tile) => within(tile).getByRole('heading', { level: 2 }).textContent)).toEqual([
      'Kit repository',
      'Introduction',
      'Forum',
    ]);
  });

  test('to nothing that is not configured [T058]', async () => {
    const links = { kitForum: 'https://forum.example.com/kit' };
    await openPage({ ...states['without-links'], links });
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Forum' })).toBeTruthy();
  });
});
