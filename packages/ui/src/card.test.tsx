/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FailureCard } from './card.tsx';

const texts = {
  heading: 'This part of the portal is not available right now',
  text: 'Everything else keeps working.',
  retryText: 'Try again',
  retryingText: 'Trying again…',
};

test('the failure card says what happened and offers a retry', async () => {
  const onRetry = jest.fn();
  render(<FailureCard {...texts} retrying={false} onRetry={onRetry} />);
  expect(screen.getByRole('alert', { name: texts.heading })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('the failure card says when it is trying again', () => {
  render(<FailureCard {...texts} retrying onRetry={() => {}} />);
  expect(screen.getByRole('button', { name: 'Trying again…', busy: true })).toBeTruthy();
});
