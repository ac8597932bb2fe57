/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';

test('a failed start is reported to the visitor', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  document.body.innerHTML = '<div id="portal"><main id="main">Skeleton</main></div>'; // and no page data
  await import('./boot.ts');
  expect(await screen.findByRole('heading', { name: 'The portal did not start' })).toBeTruthy();
});
