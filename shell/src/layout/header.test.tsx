/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { HeaderProps } from './header.tsx';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { Header } from './header.tsx';
import { menuFolds } from './menu-folds.ts';

stubBrowser();

const LONG = `${'unbroken'.repeat(12)}@example.com`;
const PROPS: HeaderProps = {
  brand: 'eBike Portal',
  items: [
    { path: '/settings', label: 'Manage hubs' },
    { path: '/developer', label: 'Developer' },
  ],
  currentPath: '/settings',
  account: { label: 'owner@example.com', path: '/account' },
  texts: { main: 'Main', menu: 'Menu', logOut: 'Log out' },
  onLogOut: () => undefined,
};

let headerWidth = 0;
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => headerWidth);
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(140);
});

function inRouter(children: ReactNode) {
  return <MemoryRouter>{children}</MemoryRouter>;
}

function show(changes: Partial<HeaderProps> = {}) {
  return render(inRouter(<Header {...PROPS} {...changes} />));
}

const folded = () => screen.getByRole('banner').getAttribute('data-folded');

describe('folding [T088]', () => {
  test.each<[string, number, Partial<HeaderProps>, string | null]>([
    ['one pixel too few', 739, {}, 'true'],
    ['signed out, nothing to fold', 100, { account: undefined, items: [] }, 'false'],
    ['undecided until the e-mail is loaded', 536, { account: { label: '', path: '/account' } }, null],
    ['a long e-mail counts with all its characters', 1559, { account: { label: LONG, path: '/account' } }, 'false'],
    ['a long e-mail folds earlier than a short one', 1558, { account: { label: LONG, path: '/account' } }, 'true'],
  ])('%s', (_, width, changes, folds) => {
    headerWidth = width;
    show(changes);
    expect(folded()).toBe(folds);
  });
});

test('the items link to their pages, and the current one is marked [T083]', () => {
  show();
  const items = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
  expect(items.map((item) => [item.textContent, item.getAttribute('href'), item.getAttribute('aria-current')])).toEqual(
    [
      ['Manage hubs', '/settings', 'page'],
      ['Developer', '/developer', null],
    ],
  );
});

test('a signed-out visitor sees no items, no account and no log-out [T084]', () => {
  show({ account: undefined, items: [] });
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the menu contains everything that is folded away, including the complete e-mail [T087]', () => {
  show({ account: { label: LONG, path: '/account' } });
  const menu = within(document.getElementById('menu') ?? document.body);
  expect(menu.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Manage hubs',
    'Developer',
    LONG,
    'Log out',
  ]);
  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('popovertarget')).toBe('menu');
});

test('the menu closes on a click, on a new page and when the header unfolds', async () => {
  const close = jest.spyOn(HTMLElement.prototype, 'hidePopover');
  headerWidth = 300;
  const { rerender } = show();
  close.mockClear();
  const menu = within(document.getElementById('menu') ?? document.body);
  await userEvent.click(menu.getByRole('link', { name: 'Developer', hidden: true }));
  expect(close).toHaveBeenCalledTimes(1);
  rerender(inRouter(<Header {...PROPS} currentPath="/developer" />));
  expect(close).toHaveBeenCalledTimes(2);
  rerender(inRouter(<Header {...PROPS} items={[]} currentPath="/developer" account={undefined} />));
  expect(folded()).toBe('false');
});

test('both log-out buttons log out [T086]', async () => {
  const onLogOut = jest.fn();
  show({ onLogOut });
  for (const button of screen.getAllByRole('button', { name: 'Log out', hidden: true })) await userEvent.click(button);
  expect(onLogOut).toHaveBeenCalledTimes(2);
});

/** "Manage hubs" 150, "Developer" 132, "owner@example.com" 204, "Log out" 114. */
const ENGLISH = ['Manage hubs', 'Developer', 'owner@example.com', 'Log out'];
const GERMAN = ['Hubs verwalten', 'Entwickler', 'owner@example.com', 'Abmelden'];

describe('the menu decision [T280]', () => {
  test.each<[string, readonly string[], number, boolean]>([
    ['no items need no room', [], 0, false],
    ['one character and its padding fit to the pixel', ['a'], 60, false],
    ['one pixel less is too little', ['a'], 59, true],
    ['an item without a text still takes its padding', [''], 50, true],
    ['an item without a text fits in 51 px', [''], 51, false],
    ['each item has its own padding', ['a', 'a'], 119, true],
    ['two items fit to the pixel', ['a', 'a'], 120, false],
    ['English fits to the pixel', ENGLISH, 600, false],
    ['English folds below', ENGLISH, 599, true],
    ['German is longer and folds where English does not', GERMAN, 600, true],
    ['German fits to the pixel', GERMAN, 645, false],
    ['a fraction of a pixel counts', ['a'], 59.99, true],
    ['a very long address folds a wide header', ['a'.repeat(120)], 1120, true],
    ['no room at all folds', ['a'], 0, true],
    ['less than no room folds', ['a'], -20, true],
  ])('%s', (_, items, freeWidth, folds) => {
    expect(menuFolds({ items, freeWidth })).toBe(folds);
  });
});
