/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { HeaderProps } from './header.tsx';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { Header } from './header.tsx';

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
    ['everything fits to the pixel', 740, {}, 'false'],
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

test('a trailing slash does not change the current item', () => {
  show({ currentPath: '/settings/' });
  expect(
    screen.getAllByRole('link', { current: 'page' }).every(({ textContent }) => textContent === 'Manage hubs'),
  ).toBe(true);
});

test.each([
  ['/developer/signup', 'Developer'],
  ['/account/delete', 'rider@example.com'],
])('a page below an item’s page marks that item: %s', (currentPath, name) => {
  show({ currentPath, account: { label: 'rider@example.com', path: '/account' } });
  // Once in the header, once in its menu.
  expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([name, name]);
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
