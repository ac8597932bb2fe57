/** @jest-environment jsdom */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { FakeResponse, FakeResponses } from '@portal/api/testing';
import { BREAKS } from '@portal/catalogue';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, tableRows } from '../testing/open-page.tsx';
import { LOG, OTHER_LOG, refusal } from '../testing/samples.ts';
import { Page } from './logs-page.tsx';

interface Places {
  readonly previous?: string;
  readonly next?: string;
  /** As many as are on the page unless given. */
  readonly total?: number;
}
const page = (logs: readonly object[], { previous, next, total }: Places = {}): FakeResponse => ({
  body: { data: { logs, total: total ?? logs.length, previous: previous ?? null, next: next ?? null } },
});
const DONE: FakeResponse = { body: { data: {} } };
const GONE: FakeResponse = refusal(404, 'LOG_NOT_FOUND');
const FIRST = 'GET staff/logs?size=25';
const IDENTIFIER = 'Please enter an account ID or a serial number, not an email address.';
const WHOLE = 'Please enter a whole number up to 2,147,483,647.';
const REASON = 'The person asked for it';

interface Opening {
  readonly query?: string;
  readonly roles?: readonly string[];
}

async function open(answers: FakeResponses = {}, { query = '', roles = ['support'] }: Opening = {}) {
  const opened = await openPage(Page, {
    path: `/staff/logs${query}`,
    roles,
    answers: { [FIRST]: page([LOG, OTHER_LOG]), ...answers },
  });
  return { ...opened, calls: () => opened.requests.map(({ method, path }) => `${method} ${path}`) };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const at = (address: string) => screen.getByText(`At ${address}`);
const heading = () => screen.getByRole('heading', { name: 'Logs found' });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the table', () => {
  test('shows all that is known of logs [T127]', async () => {
    await open();
    expect(tableRows('Logs')).toEqual([
      ['Log ID', 'Type', 'User or device', 'OS platform', 'File name', 'Size (KB)', 'Created (UTC)', 'Actions'],
      ['4711', 'App', 'a-0042', 'Android 15', 'app-4711.zip', '12,345', '04.05.2026, 22:30', 'Download'],
      ['4710', 'Rear light', 'a-0042', 'Android 15', 'light-4710.log', '7', '04.05.2026, 22:30', 'Download'],
    ]);
    expect(screen.getByText('2 in total')).toBeTruthy();
  });

  test('has how many there are on all pages above it', async () => {
    await open({ [FIRST]: page([LOG], { next: 'c1', total: 1234 }) });
    expect(screen.getByText('1,234 in total', { selector: '[role="status"]' })).toBeTruthy();
  });

  test('without any says so once', async () => {
    await open({ 'GET staff/logs?type=HUB&size=25': page([]) }, { query: '?type=hub' });
    expect(screen.getByRole('heading', { name: 'No logs found' })).toBeTruthy();
    expect(screen.getByText('No logs found', { selector: '[role="status"]' })).toBeTruthy();
  });

  test('says that there are none at all', async () => {
    await open({ [FIRST]: page([]) });
    expect(screen.getByRole('heading', { name: 'There are no logs' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show the newest' })).toBeNull();
  });

  test('leads from a page that has become empty to the newest', async () => {
    const { calls } = await open({ 'GET staff/logs?size=25&after=last': page([]) }, { query: '?after=last' });
    await press('Show the newest');
    expect(await screen.findByText('2 in total')).toBeTruthy();
    expect(calls()).toEqual(['GET staff/logs?size=25&after=last', FIRST]);
  });
});

describe('the filters', () => {
  test('stand in the address, and reach the API [T128]', async () => {
    const query = 'type=APP&from=2026-05-01&to=2026-05-31&minKb=1&maxKb=20000&size=25';
    const { calls } = await open({ [`GET staff/logs?${query}`]: page([LOG]) });
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'App');
    await userEvent.type(screen.getByLabelText('From day (UTC)'), '2026-05-01');
    await userEvent.type(screen.getByLabelText('To day (UTC)'), '2026-05-31');
    await userEvent.type(screen.getByLabelText('From size (KB)'), '1');
    await userEvent.type(screen.getByLabelText('To size (KB)'), '20000');
    await press('Show logs');
    expect(await screen.findByText('1 in total')).toBeTruthy();
    expect(at('/staff/logs?type=app&from=2026-05-01&to=2026-05-31&min=1&max=20000')).toBeTruthy();
    expect(calls()).toEqual([FIRST, `GET staff/logs?${query}`]);

    await press('Clear filters');
    expect(at('/staff/logs')).toBeTruthy();
    expect(screen.getByLabelText('From size (KB)')).toHaveProperty('value', '');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show logs' }));
  });

  test.each([
    ['0012 6044-17', '0012604417'],
    ['a-0042', 'a-0042'],
  ])('find the logs of a person or device: %s', async (typed, identifier) => {
    const { calls } = await open({ [`GET staff/logs?identifier=${identifier}&size=25`]: page([LOG]) });
    await userEvent.type(screen.getByLabelText('Account ID or serial'), `${typed}{Enter}`);
    expect(await screen.findByText(`At /staff/logs?identifier=${identifier}`)).toBeTruthy();
    expect(calls()).toEqual([FIRST, `GET staff/logs?identifier=${identifier}&size=25`]);
  });

  test('come from the address; what is none is ignored', async () => {
    const { calls } = await open(
      { 'GET staff/logs?type=HUB&minKb=5&size=25': page([]) },
      { query: '?type=hub&identifier=a@b.c&min=5&max=many&from=yesterday&to=2026-13-01&size=7' },
    );
    expect(calls()).toEqual(['GET staff/logs?type=HUB&minKb=5&size=25']);
    expect(screen.getByLabelText('Type')).toHaveProperty('value', 'hub');
    expect(screen.getByLabelText('From size (KB)')).toHaveProperty('value', '5');
    expect(screen.getByLabelText('To size (KB)')).toHaveProperty('value', '');
    expect(screen.getByRole('heading', { name: 'No logs found' })).toBeTruthy();
  });

  test.each([
    ['Account ID or serial', 'owner@example.com', IDENTIFIER],
    ['Account ID or serial', 'x'.repeat(300), IDENTIFIER],
    ['From size (KB)', '1.5', WHOLE],
    ['To size (KB)', '-1', WHOLE],
    ['To size (KB)', '9'.repeat(20), WHOLE],
    ['To size (KB)', '4', 'This size is smaller than the first one.'],
    ['To day (UTC)', '2026-04-30', 'This day is before the first one.'],
  ])('say what is wrong: %s %s', async (label, value, problem) => {
    const { calls } = await open(
      { 'GET staff/logs?from=2026-05-01&minKb=5&size=25': page([LOG]) },
      { query: '?from=2026-05-01&min=5' },
    );
    const field = screen.getByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, value);
    await press('Show logs');
    expect(screen.getByText(problem)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(calls()).toHaveLength(1);
    await userEvent.clear(field);
    expect(screen.queryByText(problem)).toBeNull();
  });

  test('ask for a whole date', async () => {
    await open();
    const field = screen.getByLabelText('From day (UTC)');
    Object.defineProperty(field, 'validity', { value: { badInput: true } });
    await press('Show logs');
    expect(screen.getByText('Please enter a whole date.')).toBeTruthy();
  });

  test('that contradict each other in the address load nothing', async () => {
    const { calls } = await open({}, { query: '?from=2026-05-02&to=2026-05-01&min=9&max=8' });
    expect(calls()).toEqual([]);
    expect(screen.getByText('The filters contradict each other. Please correct them.')).toBeTruthy();
    expect(screen.getByText('This day is before the first one.')).toBeTruthy();
    expect(screen.getByText('This size is smaller than the first one.')).toBeTruthy();
  });
});

describe('the pages', () => {
  test('lead to older and newer logs', async () => {
    const { calls } = await open({
      [FIRST]: page([LOG], { next: 'c1' }),
      'GET staff/logs?size=25&after=c1': page([OTHER_LOG], { previous: 'c2' }),
      'GET staff/logs?size=25&before=c2': page([LOG], { next: 'c1' }),
    });
    expect(screen.queryByRole('button', { name: 'Newer' })).toBeNull();
    await press('Older');
    expect(at('/staff/logs?after=c1')).toBeTruthy();
    expect(screen.getByText('light-4710.log')).toBeTruthy();
    expect(document.activeElement).toBe(heading());
    expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
    await press('Newer');
    expect(at('/staff/logs?before=c2')).toBeTruthy();
    expect(screen.getByText('app-4711.zip')).toBeTruthy();
    expect(calls()).toHaveLength(3);
  });

  test('have as many logs as somebody wants [T129]', async () => {
    const { calls } = await open({ 'GET staff/logs?size=100': page([LOG]) }, {});
    await userEvent.selectOptions(screen.getByLabelText('Logs per page'), '100');
    expect(at('/staff/logs?size=100')).toBeTruthy();
    expect(calls()).toEqual([FIRST, 'GET staff/logs?size=100']);
  });

  test('begin anew at a place that the API does not know', async () => {
    const { calls } = await open(
      { 'GET staff/logs?size=25&after=old': refusal(400, 'invalid') },
      { query: '?after=old' },
    );
    expect(calls()).toEqual(['GET staff/logs?size=25&after=old', FIRST]);
    expect(screen.getByText('2 in total')).toBeTruthy();
  });
});

describe('a download', () => {
  const ASK = 'POST staff/logs/4711/download';
  const download = () => press('Download app-4711.zip');

  function watchLinks() {
    const opened: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      opened.push(this.href);
    });
    return opened;
  }

  test('opens the address that works once', async () => {
    const opened = watchLinks();
    await open({ [ASK]: { body: { data: { url: 'https://api.example.com/files/once-1' } } } });
    await download();
    expect(opened).toEqual(['https://api.example.com/files/once-1']);
  });

  test('never opens what is no web address', async () => {
    const opened = watchLinks();
    await open({ [ASK]: { body: { data: { url: 'javascript:alert(1)' } } } });
    await download();
    expect(await screen.findByText('It seems something went wrong.')).toBeTruthy();
    expect(opened).toEqual([]);
  });

  test('of a log that has been deleted says so', async () => {
    await open({ [FIRST]: [page([LOG]), page([OTHER_LOG])], [ASK]: GONE });
    await download();
    expect(await screen.findByText('app-4711.zip has been deleted meanwhile.')).toBeTruthy();
    expect(screen.getByText('light-4710.log')).toBeTruthy();
  });

  test('is offered to an admin, too, who sees what is to be deleted; a deletion to nobody else', async () => {
    await open({}, { roles: ['admin'] });
    expect(screen.getAllByRole('button', { name: /^Download .+-47/ })).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: /^Delete .+-47/ })).toHaveLength(2);
  });
});

describe('a deletion', () => {
  const ADMIN = { roles: ['admin'] };
  const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
  const giveReason = () => userEvent.type(screen.getByLabelText(/^Reason/), REASON);

  test('of one log names whose it is, and asks for the reason', async () => {
    const call = 'POST staff/logs/4711/delete';
    const { sent } = await open({ [FIRST]: [page([LOG, OTHER_LOG]), page([OTHER_LOG])], [call]: DONE }, ADMIN);
    await press('Delete app-4711.zip');
    expect(dialog('Delete this log?').getByText('This cannot be undone.')).toBeTruthy();
    expect(dialog('Delete this log?').getByText(LOG.identifier)).toBeTruthy();
    await giveReason();
    await press('Delete log');
    expect(await screen.findByText('app-4711.zip was deleted.')).toBeTruthy();
    expect(sent(call)[0]?.body).toEqual({ reason: REASON });
    expect(await screen.findByText('1 in total')).toBeTruthy();
    expect(document.activeElement).toBe(heading());
  });

  test('of a log that is gone already has succeeded', async () => {
    await open({ 'POST staff/logs/4711/delete': GONE }, ADMIN);
    await press('Delete app-4711.zip');
    await giveReason();
    await press('Delete log');
    expect(await screen.findByText('app-4711.zip was deleted.')).toBeTruthy();
  });

  const FILTERED = 'GET staff/logs?type=APP&size=25';
  const changedTo = (left: number): FakeResponse => refusal(400, 'COUNT_HAS_CHANGED', String(left));
  const MANY = { query: '?type=app&after=c1', roles: ['admin'] };
  const ANSWERS: FakeResponses = {
    [`${FILTERED}&after=c1`]: page([LOG], { total: 1234 }),
    [FILTERED]: page([]),
    'POST staff/logs/delete': DONE,
  };

  test('of all that match says how many', async () => {
    const { sent } = await open(ANSWERS, MANY);
    await press('Delete all that match…');
    expect(dialog('Delete 1,234 logs?')).toBeTruthy();
    await giveReason();
    await press('Delete 1,234 logs');
    expect(await screen.findByText('1,234 logs were deleted.')).toBeTruthy();
    expect(sent('POST staff/logs/delete')[0]?.body).toEqual({
      filter: { type: 'APP', identifier: null, from: null, to: null, minKb: null, maxKb: null },
      count: 1234,
      reason: REASON,
    });
    expect(await screen.findByText('At /staff/logs?type=app')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'No logs found' })).toBeTruthy();
  });

  test('stops if there are not as many any more, and says how many there are', async () => {
    const { sent } = await open({ ...ANSWERS, 'POST staff/logs/delete': [changedTo(1), DONE] }, MANY);
    await press('Delete all that match…');
    await giveReason();
    await press('Delete 1,234 logs');
    expect(await screen.findByText('Nothing was deleted: now 1 log matches the filters.')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Delete 1 log?' })).toBeTruthy();
    await press('Delete 1 log');
    expect(await screen.findByText('1 log was deleted.')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'No logs found' })).toBeTruthy();
    expect(sent('POST staff/logs/delete')[1]?.body).toHaveProperty('count', 1);
  });

  test('of many that fails deletes none, and says so in the dialog', async () => {
    await open({ ...ANSWERS, 'POST staff/logs/delete': { status: 500, body: {} } }, MANY);
    await press('Delete all that match…');
    await giveReason();
    await press('Delete 1,234 logs');
    expect(await dialog('Delete 1,234 logs?').findByRole('alert')).toBeTruthy();
  });

  test('without an answer reads the logs anew', async () => {
    const call = 'POST staff/logs/4711/delete';
    await open({ [FIRST]: [page([LOG, OTHER_LOG]), page([OTHER_LOG])], [call]: BREAKS }, ADMIN);
    await press('Delete app-4711.zip');
    await giveReason();
    await press('Delete log');
    expect(await screen.findByText(/^No clear answer came/)).toBeTruthy();
    expect(await screen.findByText('1 in total')).toBeTruthy();
  });

  test('is not offered for all logs', async () => {
    await open({}, ADMIN);
    expect(screen.queryByRole('button', { name: 'Delete all that match…' })).toBeNull();
  });

  test('of none says so', async () => {
    await open({ ...ANSWERS, 'POST staff/logs/delete': changedTo(0) }, MANY);
    await press('Delete all that match…');
    await giveReason();
    await press('Delete 1,234 logs');
    expect(await screen.findByText('No log matches these filters any more.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
