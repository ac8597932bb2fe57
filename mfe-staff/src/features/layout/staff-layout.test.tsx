/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { STAFF_ROLES } from '@portal/staff-api/permissions';
import declaration from '../../../remote.json' with { type: 'json' };
import { Page as StaffPage } from '../../pages/staff-page.tsx';
import { openPage } from '../../testing/open-page.tsx';
import { areaGroups } from './areas.tsx';
import { StaffLayout } from './staff-layout.tsx';

function Page() {
  return (
    <StaffLayout title="Logs of today">
      <p>The content</p>
    </StaffLayout>
  );
}

const navigation = () => within(screen.getByRole('navigation', { name: 'Areas of customer service' }));
const links = () => navigation().getAllByRole('link');

test('shows the title, the content and the areas of the roles', async () => {
  await openPage(Page, { path: '/staff/logs', roles: ['firmware'] });
  expect(screen.getByRole('heading', { level: 1, name: 'Logs of today' })).toBeTruthy();
  expect(screen.getByText('The content')).toBeTruthy();
  expect(links().map(({ textContent }) => textContent)).toEqual([
    'Hub status',
    'Firmware',
    'Logs',
    'Statistics',
    'Access token',
  ]);
  expect(navigation().getByRole('list', { name: 'Devices' }).children).toHaveLength(3);
});

test.each([
  ['/staff/people', 'page'],
  ['/staff/people/a1', 'true'],
])('marks the area of %s as current (%s)', async (path, current) => {
  await openPage(Page, { path });
  const marked = links().filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Find a person', current],
  ]);
});

test.each(STAFF_ROLES)('the role %s sees the areas whose pages let it in', (role) => {
  const open = declaration.routes.filter(({ access }) => access.anyRole.includes(role)).map(({ path }) => path);
  const areas = areaGroups([role]).flatMap((group) => group.areas.map(({ path }): string => path));
  expect(open.filter((path) => path !== '/staff' && !path.includes(':')).toSorted()).toEqual(areas.toSorted());
});

test.each([
  [['support'], '/staff/people', ['Find a person', 'Hub status', 'Logs', 'Statistics', 'Access token']],
  [['firmware'], '/staff/hubs', ['Hub status', 'Firmware', 'Logs', 'Statistics', 'Access token']],
  [['content'], '/staff/countries', ['Countries', 'OEMs', 'Statistics', 'Access token']],
  [
    ['admin'],
    '/staff/people',
    ['Find a person', 'Hub status', 'Firmware', 'Logs', 'Countries', 'OEMs', 'Statistics', 'Access token', 'Journal'],
  ],
  [
    ['content', 'firmware'],
    '/staff/hubs',
    ['Hub status', 'Firmware', 'Logs', 'Countries', 'OEMs', 'Statistics', 'Access token'],
  ],
])('an account with the roles %j is led to %s, and sees its areas [T101]', async (roles, path, names) => {
  await openPage(StaffPage, { path: '/staff', roles });
  expect(await screen.findByText(`At ${path}`)).toBeTruthy();
  cleanup();
  await openPage(Page, { path, roles });
  expect(links().map(({ textContent }) => textContent)).toEqual(names);
});
