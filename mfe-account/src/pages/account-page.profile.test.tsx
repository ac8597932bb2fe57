/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import { session } from '@portal/session';
import { hasUnsavedInput } from '@portal/ui';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { accountResponse } from '../testing/answers.ts';
import { openPage } from '../testing/open-page.tsx';
import { regionNamed } from '../testing/region.ts';
import { Page } from './account-page.tsx';

const GENERAL = 'PUT account/general';
const COUNTRY = 'PUT account/country';
const FAILURE = 'It seems something went wrong.';
const SAVED = 'Your changes were saved successfully.';

const profile = regionNamed('Profile');
const firstName = () => profile().getByRole<HTMLInputElement>('textbox', { name: 'First name' });
const lastName = () => profile().getByRole<HTMLInputElement>('textbox', { name: 'Last name (optional)' });
const country = () => profile().getByRole<HTMLSelectElement>('combobox', { name: 'Country' });
const save = () => profile().getByRole<HTMLButtonElement>('button', { name: /^(Save profile|Saving…)$/ });

/** Pastes: typing renders the page with each key, which is slow here. */
async function retype(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  if (text !== '') await userEvent.paste(text);
}

/** Opens the account, and waits until the countries are loaded. */
async function openProfile(...opening: Parameters<typeof openPage> extends [unknown, ...infer Rest] ? Rest : never) {
  const page = await openPage(Page, ...opening);
  await profile().findByRole('option', { name: 'Sweden' });
  return page;
}

beforeEach(() => {
  sessionStorage.clear();
  jest.spyOn(console, 'warn').mockReturnValue();
});

test('shows the saved values, and why Save is disabled [T116]', async () => {
  await openProfile();
  expect([firstName().value, lastName().value, country().value]).toEqual(['Olivia', 'Owner', 'de']);
  expect(save().disabled).toBe(true);
  expect(profile().getByRole('button', { name: 'Save profile', description: 'Nothing changed yet.' })).toBeTruthy();
});

describe('the countries', () => {
  test('are sorted by name, without the inactive ones', async () => {
    await openProfile();
    const names = within(country())
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Germany', 'Netherlands', 'Sweden']);
  });

  test('include a saved one that the list hides', async () => {
    const { sent } = await openProfile({ account: { country: 'us' } });
    expect(country().selectedOptions[0]?.textContent).toBe('United States');
    await retype(lastName(), 'New');
    await userEvent.click(save());
    await waitFor(() => expect(sent(COUNTRY)[0]?.body).toEqual({ country: 'us' }));
  });

  test('keep Save disabled, with the reason, until one is chosen [T184]', async () => {
    await openProfile({ account: { country: null } });
    await retype(firstName(), 'Liv');
    expect(
      profile().getByRole<HTMLButtonElement>('button', { description: 'Please choose your country first.' }).disabled,
    ).toBe(true);
    await userEvent.selectOptions(country(), 'Sweden');
    expect(save().disabled).toBe(false);
    expect(screen.queryByText('Please choose your country first.')).toBeNull();
  });

  test('show an error at the field when it is left without a choice [T185]', async () => {
    await openProfile({ account: { country: null } });
    act(() => country().focus());
    await userEvent.tab();
    expect(await profile().findByRole('combobox', { description: 'Please choose a country.' })).toBeTruthy();
  });

  test('that fail to load do not block saving names, and load on a retry', async () => {
    const list = 'GET hc-terms-and-conditions/all?lang=en';
    const good = { body: { data: [{ countryCode: 'se', countryName: 'Sweden' }] } };
    const { sent } = await openPage(Page, { answers: { [list]: [{ status: 500 }, good] } });
    expect(await screen.findByText(FAILURE)).toBeTruthy();
    expect(profile().getByRole('combobox', { name: 'Country', description: /could not be loaded/ })).toBeTruthy();
    await retype(lastName(), 'New');
    expect(save().disabled).toBe(false);
    await userEvent.click(profile().getByRole('button', { name: 'Try again' }));
    expect(await profile().findByRole('option', { name: 'Sweden' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(country()));
    expect(profile().queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(lastName().value).toBe('New');
    expect(sent(list)).toHaveLength(2);
  });

  test('that the API forbids lead to the 403 page', async () => {
    await openPage(Page, { answers: { 'GET hc-terms-and-conditions/all?lang=en': { status: 403 } } });
    expect(await screen.findByText('At /forbidden')).toBeTruthy();
  });
});

describe('saving', () => {
  test('sends the trimmed names, then the country, and reports success [T005]', async () => {
    const { requests, sent } = await openProfile({
      answers: {
        'GET account/': [accountResponse(), accountResponse({ firstname: 'Liv', lastname: null, country: 'se' })],
      },
    });
    await retype(firstName(), '  Liv ');
    await retype(lastName(), '   ');
    await userEvent.selectOptions(country(), 'Sweden');
    await userEvent.click(save());
    expect(await screen.findByText(SAVED)).toBeTruthy();
    const puts = requests.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ path, body }) => [path, body])).toEqual([
      ['account/general', { firstname: 'Liv', lastname: null }],
      ['account/country', { country: 'se' }],
    ]);
    await waitFor(() => expect(save().disabled).toBe(true));
    expect([firstName().value, lastName().value, country().value]).toEqual(['Liv', '', 'se']);
    expect(sent('GET account/')).toHaveLength(1);
    expect(session.getState()).toMatchObject({ user: { firstName: 'Liv' } });
  });

  test('sends one request, however often the button is clicked', async () => {
    const { answer, arrive } = later();
    const { sent } = await openProfile({ answers: { [GENERAL]: answer } });
    await retype(firstName(), 'Liv');
    for (let click = 0; click < 10; click++) act(() => save().click());
    await waitFor(() => expect(sent(GENERAL)).toHaveLength(1));
    expect(profile().getByRole('button', { name: 'Saving…' }).getAttribute('aria-busy')).toBe('true');
    await act(async () => arrive({ body: { data: {} } }));
    await waitFor(() => expect(sent(COUNTRY)).toHaveLength(1));
    expect(sent(GENERAL)).toHaveLength(1);
  });

  test('keeps what is typed meanwhile as unsaved', async () => {
    const { answer, arrive } = later();
    const { sent } = await openProfile({
      answers: {
        [GENERAL]: [answer, { body: { data: {} } }],
        'GET account/': [accountResponse(), accountResponse({ firstname: 'Liv' })],
      },
    });
    await retype(firstName(), 'Liv ');
    await userEvent.click(save());
    await waitFor(() => expect(sent(GENERAL)).toHaveLength(1));
    await retype(lastName(), 'New');
    await act(async () => arrive({ body: { data: {} } }));
    await waitFor(() => expect(session.getState()).toMatchObject({ user: { firstName: 'Liv' } }));
    await waitFor(() => expect(save().disabled).toBe(false));
    expect([firstName().value, lastName().value]).toEqual(['Liv', 'New']);
    expect(hasUnsavedInput()).toBe(true);
    await userEvent.click(save());
    await waitFor(() => expect(sent(GENERAL)[1]?.body).toEqual({ firstname: 'Liv', lastname: 'New' }));
  });

  test('whose first call fails sends no second call, raises the notice and keeps the form [T253]', async () => {
    const { sent } = await openProfile({ answers: { [GENERAL]: { text: '<p>no</p>' } } });
    await retype(firstName(), 'Liv');
    await userEvent.selectOptions(country(), 'Sweden');
    await userEvent.click(save());
    expect(await screen.findByText(FAILURE)).toBeTruthy();
    expect(sent(COUNTRY)).toEqual([]);
    expect([firstName().value, country().value]).toEqual(['Liv', 'se']);
    expect(save().disabled).toBe(false);
  });

  test.each([{ body: { code: 3_000_011 } }, { body: {} }, { status: 500 }])(
    'whose second call fails (%j) says that the name is saved and the country is not, and reads the account again [T254]',
    async (answer) => {
      const { sent } = await openProfile({
        answers: { [COUNTRY]: answer, 'GET account/': [accountResponse(), accountResponse({ firstname: 'Liv' })] },
      });
      await retype(firstName(), 'Liv');
      await userEvent.selectOptions(country(), 'Sweden');
      await userEvent.click(save());
      expect(await profile().findByText('Your name is saved, your country is not')).toBeTruthy();
      expect(screen.getByText(FAILURE)).toBeTruthy();
      await waitFor(() => expect(session.getState()).toMatchObject({ user: { firstName: 'Liv', country: 'de' } }));
      expect(sent('GET account/')).toHaveLength(1);
      expect(country().value).toBe('se');
      expect(save().disabled).toBe(false);
      await userEvent.selectOptions(country(), 'Germany');
      expect(screen.queryByText('Your name is saved, your country is not')).toBeNull();
    },
  );

  test('sends no second call after the session has ended: the next session may be another user’s', async () => {
    const { answer, arrive } = later();
    const { sent } = await openProfile({ answers: { [GENERAL]: answer } });
    await retype(firstName(), 'Ada');
    await userEvent.click(save());
    await waitFor(() => expect(sent(GENERAL)).toHaveLength(1));
    act(() => session.end('signed-out'));
    await act(async () => arrive({ body: { data: {} } }));
    await waitFor(() => expect(profile().queryByRole('button', { name: 'Saving…' })).toBeNull());
    expect(sent(COUNTRY)).toEqual([]);
    expect(screen.queryByText(FAILURE)).toBeNull();
  });

  test('does not start on Enter [T188]', async () => {
    const { sent } = await openProfile();
    await retype(firstName(), 'Liv');
    await userEvent.keyboard('{Enter}');
    await userEvent.type(lastName(), '{Enter}');
    expect(sent(GENERAL)).toEqual([]);
    expect(firstName().value).toBe('Liv');
  });

  test('needs a first name: the error shows at the field after it is left, beside the button at once [T156]', async () => {
    await openProfile();
    await retype(firstName(), '  ');
    expect(
      profile().getByRole<HTMLButtonElement>('button', { description: 'Please enter your first name.' }).disabled,
    ).toBe(true);
    expect(screen.queryByText('Please enter your name.')).toBeNull();
    await userEvent.tab();
    expect(await profile().findByRole('textbox', { name: 'First name', description: 'Please enter your name.' })).toBe(
      firstName(),
    );
    expect(firstName().getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(firstName(), 'Liv');
    await waitFor(() => expect(screen.queryByText('Please enter your name.')).toBeNull());
    expect(save().disabled).toBe(false);
  });
});

test.each([
  ['de', 'Bitte Vornamen eingeben', 'Profil', 'Vorname'],
  ['fr', 'Veuillez saisir votre prénom.', 'Profil', 'Prénom'],
  ['nl', 'Vul uw voornaam in.', 'Profiel', 'Voornaam'],
] as const)('the error for a missing first name is in %s [T181]', async (language, words, heading, label) => {
  await openPage(Page, { language });
  await userEvent.clear(within(screen.getByRole('region', { name: heading })).getByRole('textbox', { name: label }));
  await userEvent.tab();
  expect(await screen.findByText(words)).toBeTruthy();
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

  test('is all that a draft restores: the other fields show what is saved now', async () => {
    await openProfile();
    await userEvent.type(firstName(), ' Ann');
    act(() => session.end('ended'));
    cleanup();
    await openProfile({ account: { lastname: 'Other', country: 'se' } });
    expect([firstName().value, lastName().value, country().value]).toEqual(['Olivia Ann', 'Other', 'se']);
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
