/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import type { FakeResponses } from '@portal/api/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, tableRows } from '../testing/open-page.tsx';
import { OEMS, refusal } from '../testing/samples.ts';
import { states } from './oems-page.states.tsx';
import { Page } from './oems-page.tsx';

const LIST = 'GET staff/oems';
const EXISTS = refusal(409, 'OEM_EXISTS');
const GONE = refusal(404, 'OEM_NOT_FOUND');

const open = (answers: FakeResponses = {}) =>
  openPage(Page, { path: '/staff/oems', answers: { [LIST]: OEMS, ...answers } });

const rows = () => tableRows().map((cells) => cells.slice(0, 2));
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));

test('lists the OEMs by name, with the number of their app IDs [T136]', async () => {
  await open();
  expect(rows()).toEqual([
    ['Name', 'App IDs'],
    ['Acme', '0'],
    ['Velo', '3'],
  ]);
  expect(screen.getByText('2 OEMs')).toBeTruthy();
});

test('says that there are none', async () => {
  await openPage(Page, states.none);
  expect(screen.getByRole('heading', { level: 2, name: 'No OEM here yet' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('offers no changes to those who may only read', async () => {
  await openPage(Page, states['for-content']);
  expect(rows()).toHaveLength(3);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Areas']);
});

describe('adding', () => {
  const ADD = 'POST staff/oems';

  async function add(name: string) {
    await userEvent.click(button('Add OEM'));
    await userEvent.click(dialog().getByRole('textbox', { name: 'Name' }));
    if (name !== '') await userEvent.paste(name);
    await userEvent.click(dialog().getByRole('button', { name: 'Add OEM' }));
  }

  test('sends the trimmed name once, and lists the OEM', async () => {
    const { answer, arrive } = later();
    const { sent } = await open({ [ADD]: answer });
    await add(' Nova ');
    expect(dialog().getByRole('button', { name: 'Saving…' }).getAttribute('aria-busy')).toBe('true');
    await userEvent.click(dialog().getByRole('button', { name: 'Saving…' }));
    await act(async () => arrive({ body: { data: { id: 'n', name: 'Nova', appIds: 0 } } }));
    expect(sent(ADD).map(({ body }) => body)).toEqual([{ name: 'Nova' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(rows().map(([name]) => name)).toEqual(['Name', 'Acme', 'Nova', 'Velo']);
    expect(screen.getByText('Your changes were saved successfully.')).toBeTruthy();
  });

  test.each([
    ['no name', '', undefined, /Please enter a name\./],
    ['a name of 300 characters', 'x'.repeat(300), undefined, /Please enter at most 80 characters\./],
    ['a name of several lines', 'a\tb', undefined, /Please enter one line without tabs\./],
    ['a name that is taken', 'acme', EXISTS, /There is already an OEM with this name\./],
  ])('with %s says so at the field', async (_what, name, answer, description) => {
    await open(answer && { [ADD]: answer });
    await add(name);
    const field = await dialog().findByRole('textbox', { name: 'Name', description });
    expect(document.activeElement).toBe(field);
    await userEvent.clear(field);
    await userEvent.paste('x');
    expect(dialog().getByRole('textbox', { name: 'Name', description: '' })).toBeTruthy();
  });

  test('that fails says so in the dialog, keeps the name, and reads the list again', async () => {
    const { sent } = await openPage(Page, states['save-failed']);
    expect(await dialog().findByRole('alert')).toBeTruthy();
    expect(dialog().getByRole<HTMLInputElement>('textbox').value).toBe('Nova');
    await waitFor(() => expect(sent(LIST)).toHaveLength(2));
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('renaming', () => {
  const RENAME = 'PUT staff/oems/b';

  async function rename(name: string) {
    await userEvent.click(button('Rename Velo'));
    await userEvent.clear(dialog().getByRole('textbox', { name: 'Name' }));
    await userEvent.paste(name);
    await userEvent.click(dialog().getByRole('button', { name: 'Rename' }));
  }

  test('sends the new name, and shows it', async () => {
    const { sent } = await open({ [RENAME]: { body: { data: { id: 'b', name: 'Aero', appIds: 3 } } } });
    await rename('Aero');
    await waitFor(() => expect(rows()[2]).toEqual(['Aero', '3']));
    expect(sent(RENAME)[0]?.body).toEqual({ name: 'Aero' });
  });

  test('to the same name changes nothing', async () => {
    const { sent } = await open();
    await rename(' Velo ');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(RENAME)).toEqual([]);
  });

  test('of one that somebody else has removed says so, and reads the list again', async () => {
    const { sent } = await openPage(Page, states['renamed-after-its-removal']);
    expect(await dialog().findByText('Somebody else has removed this OEM meanwhile.')).toBeTruthy();
    await waitFor(() => expect(sent(LIST)).toHaveLength(2));
  });
});

describe('removing', () => {
  const REMOVE = 'DELETE staff/oems/b';
  const removed = { body: { data: { appIds: 3 } } };

  test('asks first, and says how many app IDs lose their OEM', async () => {
    const { sent } = await open({ [REMOVE]: removed });
    await userEvent.click(button('Remove Velo'));
    expect(dialog().getByRole('heading', { name: 'Remove Velo?' })).toBeTruthy();
    expect(dialog().getByText('3 app IDs lose their OEM.')).toBeTruthy();
    expect(dialog().getAllByRole('button')[0]?.textContent).toBe('Cancel');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(sent(REMOVE)).toEqual([]);
    await userEvent.click(button('Remove Acme'));
    expect(dialog().getByText('No app ID belongs to it.')).toBeTruthy();
  });

  test.each([
    ['removes it', removed],
    ['is content if somebody else has removed it', GONE],
  ])('%s, and moves the focus to "Add OEM"', async (_what, answer) => {
    await open({ [REMOVE]: answer });
    await userEvent.click(button('Remove Velo'));
    await userEvent.click(dialog().getByRole('button', { name: 'Remove OEM' }));
    await waitFor(() => expect(rows().map(([name]) => name)).toEqual(['Name', 'Acme']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that fails says so in the dialog', async () => {
    await openPage(Page, states['removal-failed']);
    expect(await dialog().findByText(/We do not know whether it was changed/)).toBeTruthy();
    expect(rows()).toHaveLength(3);
  });
});
