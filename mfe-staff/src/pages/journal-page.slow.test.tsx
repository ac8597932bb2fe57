/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, tableRows } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { journalPage, refusal } from '../testing/samples.ts';
import { Page } from './journal-page.tsx';

const open = (answers: NonNullable<Opening['answers']>, path = '/staff/journal') => openPage(Page, { path, answers });

test('says when, who, what, on whom and why', async () => {
  await open({
    'GET staff/journal': journalPage([
      { id: '9', action: 'role-added', what: 'support' },
      { id: '8', action: 'hub-released', what: '0011+42' },
      { id: '7', action: 'deleted', what: 'obc-account' },
      { id: '6', action: 'viewed', reason: null },
      { id: '5', action: 'log-downloaded', what: 'ride.log', reason: null },
      { id: '4', action: 'logs-deleted', what: '3' },
    ]),
  });
  const first = ['31.01.2026, 23:05', 'support@example.com'];
  expect(tableRows('Entries')).toEqual([
    ['When (UTC)', 'Who', 'What', 'On whom', 'Reason'],
    [...first, 'Role addedCustomer support', 'a1', 'asked by phone'],
    [...first, 'Hub released0011+42', 'a1', 'asked by phone'],
    [...first, 'Account deletedWith the OBC account', 'a1', 'asked by phone'],
    [...first, 'Account viewed', 'a1', 'Not needed'],
    [...first, 'Log downloadedride.log', 'a1', 'Not needed'],
    [...first, 'Logs deleted3 logs', 'a1', 'asked by phone'],
  ]);
  const links = screen.getAllByRole('link', { name: 'a1' }).map((link) => link.getAttribute('href'));
  expect(new Set(links)).toEqual(new Set(['/staff/people/a1']));
});

test('is empty when nothing matches', async () => {
  await open({ 'GET staff/journal?on=a1': journalPage([]) }, '/staff/journal?on=a1');
  expect(screen.getByRole('heading', { name: 'No entries' })).toBeTruthy();
  expect(screen.queryByText('0 entries shown')).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Pages of the journal' })).toBeNull();
});

describe('filters', () => {
  test('stand in the address, and begin with the first page', async () => {
    const { sent } = await open(
      {
        'GET staff/journal?after=7': journalPage([{}], { previous: '6' }),
        'GET staff/journal?action=deleted&by=s1&from=2026-01-01&to=2026-01-31': journalPage([{ action: 'deleted' }]),
      },
      '/staff/journal?after=7',
    );
    await userEvent.selectOptions(screen.getByLabelText('What was done'), 'Account deleted');
    await userEvent.type(screen.getByLabelText('By whom (email or ID)'), 's1');
    await userEvent.type(screen.getByLabelText('From day (UTC)'), '2026-01-01');
    await userEvent.type(screen.getByLabelText('To day (UTC)'), '2026-01-31');
    await userEvent.click(screen.getByRole('button', { name: 'Show entries' }));
    const address = '?action=deleted&by=s1&from=2026-01-01&to=2026-01-31';
    expect(await screen.findByText(`At /staff/journal${address}`)).toBeTruthy();
    expect(sent(`GET staff/journal${address}`)).toHaveLength(1);
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Entries' }));
  });

  test('are taken from the address, as far as they are valid, and cleared', async () => {
    await open(
      {
        'GET staff/journal?action=viewed&on=a1': journalPage([{}]),
        'GET staff/journal': journalPage([{}, { id: '8' }]),
      },
      '/staff/journal?action=viewed&on=a1&by=not%20an%20id&from=yesterday',
    );
    expect(screen.getByLabelText<HTMLSelectElement>('What was done').value).toBe('viewed');
    expect(screen.getByLabelText<HTMLInputElement>('On whom (email or ID)').value).toBe('a1');
    expect(screen.getByLabelText<HTMLInputElement>('By whom (email or ID)').value).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('At /staff/journal')).toBeTruthy();
    expect(await screen.findByText('2 entries shown')).toBeTruthy();
  });

  const SEARCH = 'POST staff/people/search';
  const found = (id: string | null) => ({
    body: { data: { id, people: [], more: false, left: { count: 9, seconds: 0 } } },
  });

  test('take the addresses that the table shows, of which none gets into an address', async () => {
    const { requests, sent } = await open({
      'GET staff/journal': journalPage([{}]),
      [SEARCH]: [found('s1'), found('a1')],
      'GET staff/journal?by=s1&on=a1': journalPage([{}]),
    });
    await userEvent.type(screen.getByLabelText('By whom (email or ID)'), ' support@example.com ');
    await userEvent.type(screen.getByLabelText('On whom (email or ID)'), 'owner@example.com{Enter}');
    expect(await screen.findByText('At /staff/journal?by=s1&on=a1')).toBeTruthy();
    expect(sent(SEARCH).map(({ body }) => body)).toEqual([
      { text: 'support@example.com' },
      { text: 'owner@example.com' },
    ]);
    expect(requests.filter(({ path }) => /@|%40/.test(path))).toEqual([]);
  });

  test.each([
    [found(null), /^No account has this address\./],
    [{ ...refusal(429, 'TOO_MANY_LOOKUPS'), headers: { 'retry-after': '120' } }, /2 minutes/],
  ])('say at the field that an address leads nowhere (%#)', async (answer, text) => {
    await open({ 'GET staff/journal': journalPage([{}]), [SEARCH]: answer });
    const field = screen.getByLabelText('On whom (email or ID)');
    await userEvent.type(field, 'nobody@example.com{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(screen.getByText('At /staff/journal')).toBeTruthy();
  });

  test('show what a colleague did when the name is pressed, and open no account', async () => {
    await open({ 'GET staff/journal?action=viewed': journalPage([{}]) }, '/staff/journal?action=viewed');
    const who = screen.getByRole('link', { name: 'Only what support@example.com did' });
    expect(who.getAttribute('href')).toBe('/staff/journal?action=viewed&by=s1');
  });

  test('that cannot be are refused at the field', async () => {
    await open({ 'GET staff/journal': journalPage([{}]) });
    await userEvent.type(screen.getByLabelText('On whom (email or ID)'), 'x'.repeat(300));
    await userEvent.type(screen.getByLabelText('From day (UTC)'), '2026-01-31');
    await userEvent.type(screen.getByLabelText('To day (UTC)'), '2026-01-01');
    await userEvent.click(screen.getByRole('button', { name: 'Show entries' }));
    expect(screen.getByText('Please enter an email address or an account ID.')).toBeTruthy();
    expect(screen.getByText('This day is before the first one.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('On whom (email or ID)'));
    expect(screen.getByText('At /staff/journal')).toBeTruthy();
  });

  test('ask for a whole date', async () => {
    await open({ 'GET staff/journal': journalPage([{}]) });
    const field = screen.getByLabelText('From day (UTC)');
    Object.defineProperty(field, 'validity', { value: { badInput: true } });
    await userEvent.click(screen.getByRole('button', { name: 'Show entries' }));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
  });
});

describe('pages', () => {
  test.each([
    [404, ['GET staff/journal?after=9', 'GET staff/journal']],
    [503, ['GET staff/journal?after=9']],
  ])('begin anew at a place that the API does not know (%d)', async (status, calls) => {
    const { requests } = await open(
      { 'GET staff/journal?after=9': { status }, 'GET staff/journal': journalPage([{}]) },
      '/staff/journal?after=9',
    );
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(calls);
  });

  test('follow each other by the address, with the filter', async () => {
    await open(
      {
        'GET staff/journal?on=a1': journalPage([{ id: '9' }], { next: '9' }),
        'GET staff/journal?on=a1&after=9': journalPage([{ id: '8' }], { previous: '8' }),
        'GET staff/journal?on=a1&before=8': journalPage([{ id: '9' }], { next: '9' }),
      },
      '/staff/journal?on=a1',
    );
    expect(screen.queryByRole('link', { name: 'Newer' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Older' }));
    expect(screen.getByText('At /staff/journal?on=a1&after=9')).toBeTruthy();
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Entries' }));
    expect(screen.queryByRole('link', { name: 'Older' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Newer' }));
    expect(screen.getByText('At /staff/journal?on=a1&before=8')).toBeTruthy();
  });
});
