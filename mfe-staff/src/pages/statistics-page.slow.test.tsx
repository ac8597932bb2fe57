/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { statistics } from '../testing/samples.ts';
import { Page } from './statistics-page.tsx';

const open = (opening: Partial<Opening> = {}) =>
  openPage(Page, {
    path: '/staff/statistics?days=7',
    roles: ['support'],
    answers: { 'GET staff/statistics?days=7': statistics(7), 'GET staff/statistics?days=30': statistics(30) },
    ...opening,
  });

const section = (name: string) => within(screen.getByRole('region', { name }));
const getRows = (name: string) =>
  within(screen.getByRole('table', { name, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent));

let saved: { readonly name: string; readonly file: Blob }[] = [];

beforeEach(() => {
  saved = [];
  let last = new Blob();
  // jsdom has no addresses for blobs and downloads nothing.
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) last = blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: last });
  });
});

async function download(name: string): Promise<{ readonly name: string; readonly text: string }> {
  await userEvent.click(screen.getByRole('button', { name }));
  const [file] = saved;
  if (!file) throw new Error('There is no file.');
  const reader = new FileReader();
  const read = new Promise((done) => reader.addEventListener('load', done));
  reader.readAsText(file.file);
  await read;
  return { name: file.name, text: reader.result as string };
}

test('shows the accounts as numbers with their shares', async () => {
  await open();
  const terms = [...document.querySelectorAll('.account-numbers > div')].map(({ textContent }) => textContent);
  expect(terms).toEqual(['All1,200', 'Confirmed90075% of all', 'Migrated00% of all']);
});

test('shows the hubs by type, a new type too', async () => {
  await open();
  expect(section('Hubs').getByRole('heading', { name: 'Hub' })).toBeTruthy();
  expect(section('Hubs').getByRole('heading', { name: '=NEW' })).toBeTruthy();
  expect(getRows('Hubs')).toEqual([
    ['Type', 'All', 'Guests', 'Shared'],
    ['Hub', '1,000', '300', '250'],
    ['=NEW', '1', '0', '0'],
  ]);
});

describe('a plot', () => {
  test('says in words what it shows', async () => {
    await open();
    expect(
      screen.getByRole('slider', {
        name: 'Releases: 30 in total, most on 26.11.2026 with 7. By the owner: 21. By the link in an email: 7. By customer service: 2.',
      }),
    ).toBeTruthy();
    expect(screen.getByRole('slider', { name: /^Sign-ins: 70 in total/ })).toBeTruthy();
  });

  test('says what a bar shows, to the keyboard and under the pointer', async () => {
    await open();
    const plot = section('Releases').getByRole('slider');
    const value = () => document.querySelector('.plot__value')?.textContent;
    expect(value()).toBe('');
    const last = '26.11.2026: 7. By the owner: 6. By the link in an email: 1. By customer service: 0.';
    act(() => plot.focus());
    expect(value()).toBe(last);
    expect(plot.getAttribute('aria-valuetext')).toBe(last);
    await userEvent.keyboard('{Home}{ArrowRight}');
    expect(value()).toBe('21.11.2026: 2. By the owner: 1. By the link in an email: 1. By customer service: 0.');
    act(() => plot.blur());
    expect(value()).toBe('');
    plot.getBoundingClientRect = () => new DOMRect(100, 0, 700, 10);
    fireEvent.mouseMove(plot, { clientX: 101 });
    expect(value()).toMatch(/^20\.11\.2026: 3\./);
    fireEvent.mouseLeave(plot);
    expect(value()).toBe('');
  });

  test('of more than 30 days has a bar for seven of them; table and file have each', async () => {
    await open({ path: '/staff/statistics?days=91', answers: { 'GET staff/statistics?days=91': statistics(91) } });
    const plot = section('Sign-ins').getByRole('slider', {
      name: /^Sign-ins: 910 in total, most in the seven days from/,
    });
    expect(plot.getAttribute('aria-valuemax')).toBe('13');
    expect(plot.getAttribute('aria-valuetext')).toBe('Seven days from 20.11.2026: 70.');
    expect(getRows('Sign-ins')).toHaveLength(92);
  });

  test('says that there is nothing to show', async () => {
    await open({ answers: { 'GET staff/statistics?days=7': statistics(7, { signIns: [] }) } });
    expect(screen.getByRole('slider', { name: 'Sign-ins: none.' })).toBeTruthy();
  });
});

describe('a file for spreadsheets', () => {
  test('has the numbers by day', async () => {
    await open();
    const { name, text } = await download('Sign-ins: download (CSV)');
    expect(name).toBe('statistics-sign-ins-7-2026-11-26.csv');
    expect(text.split('\r\n').slice(0, 2)).toEqual(['"Day (UTC)","Sign-ins"', '"2026-11-20",10']);
  });

  test('is in the language of the page, and harmless', async () => {
    await open({ language: 'de' });
    const { text } = await download('Hubs: herunterladen (CSV)');
    expect(text.split('\r\n')).toEqual(['"Typ";"Alle";"Gäste";"Geteilt"', '"Hub";1000;300;250', '"\'=NEW";1;0;0', '']);
  });
});

describe('the days', () => {
  test('are 30 unless the address says otherwise', async () => {
    const { requests } = await open({ path: '/staff/statistics?days=8' });
    expect(requests.map(({ path }) => path)).toEqual(['staff/statistics?days=30']);
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('30');
  });

  test('can be chosen, and stand in the address; the numbers stay until the others come', async () => {
    const { answer, arrive } = later();
    await open({ answers: { 'GET staff/statistics?days=7': statistics(7), 'GET staff/statistics?days=91': answer } });
    await userEvent.selectOptions(screen.getByRole('combobox'), 'the last 91 days');
    expect(screen.getByText('At /staff/statistics?days=91')).toBeTruthy();
    expect(screen.getByText('Loading…')).toBeTruthy();
    expect(getRows('Sign-ins')).toHaveLength(8);
    await act(async () => arrive(statistics(91)));
    await waitFor(() => expect(getRows('Sign-ins')).toHaveLength(92));
    expect(screen.queryByText('Loading…')).toBeNull();
  });
});
