/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { session } from '@portal/session';
import { hasUnsavedInput } from '@portal/ui';
import { act, cleanup, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { accountResponse } from '../testing/open-page.tsx';
import { country, firstName, lastName, openProfile, retype } from '../testing/profile-form.ts';

beforeEach(() => {
  sessionStorage.clear();
  jest.spyOn(console, 'warn').mockReturnValue();
});

describe('unsaved input', () => {
  test('blocks leaving the page while values differ, not once the old values are typed again', async () => {
    await openProfile();
    await userEvent.type(firstName(), 'x');
    expect(hasUnsavedInput()).toBe(true);
    await userEvent.type(firstName(), '{Backspace}');
    expect(hasUnsavedInput()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  test('is kept when the session ends, and restored after the next sign-in', async () => {
    await openProfile();
    await retype(lastName(), '');
    await userEvent.type(firstName(), ' Ann');
    act(() => session.end('ended'));
    cleanup();
    await openProfile();
    expect([firstName().value, lastName().value]).toEqual(['Olivia Ann', '']);
    expect(hasUnsavedInput()).toBe(true);
  });

  test('is all that a draft restores: the other fields show what is saved now', async () => {
    await openProfile();
    await userEvent.type(firstName(), ' Ann');
    act(() => session.end('ended'));
    cleanup();
    await openProfile({ account: { lastname: 'Other', country: 'se' } });
    expect([firstName().value, lastName().value, country().value]).toEqual(['Olivia Ann', 'Other', 'se']);
  });

  test('is deleted on log-out', async () => {
    await openProfile();
    await userEvent.type(firstName(), ' Ann');
    act(() => session.end('signed-out'));
    cleanup();
    await openProfile();
    expect(firstName().value).toBe('Olivia');
  });

  test.each(['{"firstName":5}', 'null', '{', '[]'])('is not restored from an invalid draft (%s)', async (text) => {
    await openProfile();
    await userEvent.type(firstName(), 'x');
    const [name = ''] = Object.keys(sessionStorage);
    cleanup();
    sessionStorage.setItem(name, text);
    await openProfile();
    expect(firstName().value).toBe('Olivia');
  });

  test('is kept when the account changes elsewhere; fields without edits follow', async () => {
    await openProfile({
      answers: { 'GET account/': [accountResponse(), accountResponse({ firstname: 'Eva', lastname: 'Other' })] },
    });
    await userEvent.type(firstName(), ' Ann');
    await act(() => session.check());
    await waitFor(() => expect(lastName().value).toBe('Other'));
    expect(firstName().value).toBe('Olivia Ann');
  });
});
