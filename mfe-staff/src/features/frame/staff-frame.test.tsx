/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { openPage } from '../../testing/open-page.tsx';
import { StaffFrame } from './staff-frame.tsx';

function Page() {
  return (
    <StaffFrame title="Logs of today">
      <p>The content</p>
    </StaffFrame>
  );
}

const links = () => within(screen.getByRole('navigation', { name: 'Areas of customer service' })).getAllByRole('link');

test('shows the title, the content and the areas of the roles', async () => {
  await openPage(Page, { path: '/staff/logs', roles: ['firmware'] });
  expect(screen.getByRole('heading', { level: 1, name: 'Logs of today' })).toBeTruthy();
  expect(screen.getByText('The content')).toBeTruthy();
  expect(links().map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Hub status',
    'Firmware',
    'Logs',
    'Statistics',
    'Access token',
  ]);
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
