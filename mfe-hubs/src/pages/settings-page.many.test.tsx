/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { wireHub } from '@portal/api/testing';
import type { FakeResponses } from '@portal/api/testing';
import { startTestI18n } from '@portal/i18n/testing';
import { session } from '@portal/session';
import { startTestSession } from '@portal/session/testing';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import { DONE, hubs, openPage } from '../testing/open-page.tsx';
import { Page } from './settings-page.tsx';

const TYPES = ['HUB', 'CUI100', 'REARLIGHT'] as const;

/** Serials fall while dates rise; every third is a rear light, every tenth a guest's. */
function some(count: number) {
  return Array.from({ length: count }, (_, n) =>
    wireHub({
      serial: String(9000 - n).padStart(8, '0'),
      type: TYPES[n % 3] ?? 'HUB',
      role: n % 10 === 9 ? 'guest' : 'owner',
      activationTime: Date.UTC(2025, 0, 1) + n * 86_400_000,
    }),
  );
}

async function openFound(words: string) {
  openPage(<Page />, { 'GET hubs': hubs(...some(20)) });
  await screen.findByText(words);
}

async function open(count: number, answers: FakeResponses = {}) {
  openPage(<Page />, { 'GET hubs': hubs(...some(count)), ...answers });
  await screen.findByText(new RegExp(`^${count} hubs?$`, 'i'));
}

// By selector: asking for roles and labels walks through the whole document, which is long here.
const serials = () => [...document.querySelectorAll('th[scope="row"]')].map(({ textContent }) => textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });

function field(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (!found) throw new Error('There is no search field');
  return found;
}

const count = () => document.querySelector('.hubs-head [role="status"]')?.textContent;

beforeEach(async () => {
  sessionStorage.clear();
  await startTestSession();
  await startTestI18n({ 'mfe-hubs': en });
});

/** Milliseconds: two hundred rows are slow without a browser, even more so on a busy machine. */
const TIME_LIMIT_MS = 30_000;

describe('two hundred hubs', () => {
  test(
    'are all listed, counted, searched by serial number and sorted; Escape clears the search',
    async () => {
      await open(200);
      expect(serials()).toHaveLength(200);
      expect(document.querySelectorAll('[role="switch"]')).toHaveLength(180);
      expect(count()).toBe('200 hubs');

      act(() => field().focus());
      await userEvent.paste('8899');
      expect(serials()).toEqual(['00008899']);
      expect(count()).toBe('1 of 200 hubs');
      await userEvent.keyboard('{Escape}');
      expect(field().value).toBe('');
      expect(count()).toBe('200 hubs');
      expect(serials()).toHaveLength(200);

      document.querySelector<HTMLElement>('thead button')?.focus();
      await userEvent.keyboard('{Enter}');
      expect([serials()[0], serials()[199]]).toEqual(['00008801', '00009000']);
      await userEvent.keyboard('{Enter}');
      expect([serials()[0], serials()[199]]).toEqual(['00009000', '00008801']);
    },
    TIME_LIMIT_MS,
  );

  test(
    'have a header that announces the sorting only once the rows are sorted',
    async () => {
      await open(200);
      const said = Promise.withResolvers<string | null | undefined>();
      const observer = new MutationObserver(() => said.resolve(serials()[0]));
      observer.observe(header('Serial number'), { attributeFilter: ['aria-sort'] });
      // As in a browser, where the page may be read between two renderings.
      Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
      try {
        document.querySelector<HTMLElement>('thead button')?.click();
        expect(await said.promise).toBe('00008801');
      } finally {
        observer.disconnect();
        Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
      }
    },
    TIME_LIMIT_MS,
  );
});

describe('searching', () => {
  test('has a labelled field, and finds types regardless of case', async () => {
    await open(20);
    expect(screen.getByRole('searchbox', { name: 'Find a hub by serial number or type' })).toBe(field());
    await userEvent.type(field(), 'REAR light');
    expect(count()).toBe('6 of 20 hubs');
    expect(screen.getAllByRole('cell', { name: 'Rear light' })).toHaveLength(6);
  });

  test('finds the words of the page’s language', async () => {
    await startTestI18n({ 'mfe-hubs': de }, 'de');
    await open(20);
    await userEvent.type(field(), 'rucklicht');
    expect(count()).toBe('6 von 20 Hubs');
  });

  test('says when no hub matches, and can show all hubs again', async () => {
    await open(20);
    await userEvent.type(field(), 'unicycle');
    expect(screen.getByRole('heading', { name: 'No hub matches “unicycle”' })).toBeTruthy();
    expect(count()).toBe('0 of 20 hubs');
    expect(screen.queryByRole('table')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(serials()).toHaveLength(20);
    expect(document.activeElement).toBe(field());
  });

  test('keeps the state of a row that it hides', async () => {
    await open(20);
    await userEvent.click(screen.getByRole('button', { name: 'Release hub 00008999' }));
    await userEvent.type(field(), '8990');
    expect(screen.queryByRole('group')).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('group', { name: 'Release hub 00008999?' })).toBeTruthy();
    expect(document.activeElement).toBe(field());
  });

  test('keeps its order when a hub is released, and the focus moves to the next visible hub', async () => {
    await open(20, { 'DELETE hubs/00008990+PN-100/authorization': DONE });
    await userEvent.click(screen.getByRole('button', { name: 'Sort by: Serial number' }));
    await userEvent.type(field(), '0899');
    await userEvent.click(screen.getByRole('button', { name: 'Release hub 00008990' }));
    await userEvent.click(screen.getByRole('button', { name: 'Release hub' }));
    await screen.findByText('Your hub was released successfully.');
    expect(count()).toBe('9 of 19 hubs');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask for release of hub 00008991' }));
  });

  test('is restored after a reload and after another sign-in, but not after a log-out', async () => {
    await open(20);
    await userEvent.type(field(), '8990');
    for (const reason of ['ended', 'signed-out'] as const) {
      act(() => session.end(reason));
      cleanup();
      await startTestSession();
      await (reason === 'ended' ? openFound('1 of 20 hubs') : open(20));
      expect(field().value).toBe(reason === 'ended' ? '8990' : '');
    }
  });

  test('stays when fewer than eight hubs are left', async () => {
    await open(8, { 'DELETE hubs/00009000+PN-100/authorization': DONE });
    await userEvent.type(field(), '9000');
    await userEvent.click(screen.getByRole('button', { name: 'Release hub 00009000' }));
    await userEvent.click(screen.getByRole('button', { name: 'Release hub' }));
    await screen.findByText('Your hub was released successfully.');
    expect(count()).toBe('0 of 7 hubs');
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(serials()).toHaveLength(7);
    expect(document.activeElement).toBe(field());
    await userEvent.type(field(), '9{Backspace}8');
    expect(field().value).toBe('8');
  });
});

describe('sorting', () => {
  test('follows the header, one column at a time', async () => {
    await open(20);
    expect(header('Serial number').getAttribute('aria-sort')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sort by: Serial number' }));
    expect(header('Serial number').getAttribute('aria-sort')).toBe('ascending');
    expect(serials()[0]).toBe('00008981');
    await userEvent.keyboard('{Enter}');
    expect(header('Serial number').getAttribute('aria-sort')).toBe('descending');
    expect(serials()[0]).toBe('00009000');
    await userEvent.click(screen.getByRole('button', { name: 'Sort by: Added on' }));
    expect(header('Serial number').getAttribute('aria-sort')).toBeNull();
    expect(header('Added on').getAttribute('aria-sort')).toBe('ascending');
    expect(serials()[0]).toBe('00009000');
  });

  test('keeps the order among equal rows in both directions', async () => {
    await open(20);
    await userEvent.click(screen.getByRole('button', { name: 'Sort by: Your role' }));
    expect(serials().slice(0, 4)).toEqual(['00008991', '00008981', '00009000', '00008999']);
    await userEvent.click(screen.getByRole('button', { name: 'Sort by: Your role' }));
    expect(serials().slice(-3)).toEqual(['00008982', '00008991', '00008981']);
  });

  test('is a select field where the rows are cards', async () => {
    await open(20);
    const choice = screen.getByRole('combobox', { name: 'Sort by' });
    await userEvent.selectOptions(choice, 'Serial number, ascending');
    expect(serials()[0]).toBe('00008981');
    expect(header('Serial number').getAttribute('aria-sort')).toBe('ascending');
    await userEvent.selectOptions(choice, 'Default order');
    expect(serials()[0]).toBe('00009000');
  });
});

test.each([
  [1, false, false],
  [2, true, false],
  [7, true, false],
  [8, true, true],
])('%d hubs: sorted: %p, searched: %p', async (hubCount, sortable, searchable) => {
  await open(hubCount);
  expect(screen.queryByRole('combobox') !== null).toBe(sortable);
  expect(screen.queryByRole('button', { name: 'Sort by: Type' }) !== null).toBe(sortable);
  expect(screen.queryByRole('searchbox') !== null).toBe(searchable);
});

test('each value of a card is labelled with the name of its column', async () => {
  await open(1);
  const labels = [...document.querySelectorAll('tbody tr:first-child td')].map((cell) =>
    cell.getAttribute('data-label'),
  );
  expect(labels).toEqual(['Added on', 'Type', 'Your role', 'Sharing', null]);
});
