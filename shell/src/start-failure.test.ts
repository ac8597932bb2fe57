/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { showStartFailure } from './start-failure.ts';

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
  document.documentElement.lang = 'en';
  document.body.innerHTML = '<div id="portal"><header>Painted</header><main id="main">Skeleton</main></div>';
});

test.each([
  ['en', 'The portal did not start'],
  ['de', 'Das Portal ist nicht gestartet'],
  ['fr', 'Le portail n’a pas démarré'],
  ['nl', 'De portal is niet gestart'],
  ['', 'The portal did not start'],
])('in a page in "%s" the failure says "%s"', (lang, heading) => {
  document.documentElement.lang = lang;
  showStartFailure(new Error('no page data'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
});

test('it takes the place of the skeleton, not of the header, and logs the cause', () => {
  const error = new Error('no page data');
  showStartFailure(error);
  expect(screen.getByRole('banner').textContent).toBe('Painted');
  expect(screen.getByRole('main').textContent).not.toContain('Skeleton');
  expect(console.error).toHaveBeenCalledWith(expect.any(String), error);
});

test('"Try again" reloads the page', async () => {
  const reload = jest.fn();
  showStartFailure(new Error('no page data'), reload);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});
