/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { startTestSession, TEST_USER } from './testing.ts';
import { session, useUser } from './session.ts';

function Greeting() {
  return <p>Hello {useUser().firstName}</p>;
}

test('a page of a signed-in user keeps that user until it unmounts', async () => {
  await startTestSession();
  render(<Greeting />);
  act(() => session.end('ended'));
  expect(screen.getByText(`Hello ${TEST_USER.firstName}`)).toBeTruthy();
  cleanup();
});

test('a page for signed-in users throws when no user is signed in', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await startTestSession(null);
  expect(() => render(<Greeting />)).toThrow('no user is signed in');
  error.mockRestore();
});
