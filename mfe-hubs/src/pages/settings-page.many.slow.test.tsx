/** @jest-environment jsdom */
import { describe, expect, jest, test } from '@jest/globals';
import type { FakeResponses } from '@portal/api/testing';
import { useNavigate } from '@portal/ui';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DONE, hubs, someHubs } from '../testing/hubs.ts';
import { openPage } from '../testing/open-page.tsx';
import { Page } from './settings-page.tsx';

/** The browser's buttons. */
function Steps() {
  const navigate = useNavigate();
  return [-1, 1].map((steps) => (
    <button key={steps} type="button" onClick={() => void navigate(steps)}>
      {steps}
    </button>
  ));
}

async function open(count: number, answers: FakeResponses = {}, path = '/settings', words?: string) {
  const PageAndSteps = () => (
    <>
      <Page />
      <Steps />
    </>
  );
  await openPage({ Page: PageAndSteps, path, answers: { 'GET hubs': hubs(...someHubs(count)), ...answers } });
  await screen.findByText(words ?? new RegExp(`^${count} hubs?$`, 'i'));
}

/** Back or forward. */
async function goBy(steps: number) {
  await userEvent.click(screen.getByRole('button', { name: String(steps) }));
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

const findShownText = () => document.querySelector('.hubs-portion [role="status"]')?.textContent;
const more = () => screen.getByRole('button', { name: /^Show \d+ more$/ });

describe('more hubs than a portion', () => {
  test('are shown in portions; the focus moves to the first new one, and the number is announced', async () => {
    await open(45);
    expect(serials()).toHaveLength(20);
    expect(document.querySelectorAll('[role="switch"]')).toHaveLength(18);
    expect(count()).toBe('45 hubs');
    expect(findShownText()).toBe('20 of 45 hubs shown');
    await userEvent.click(more());
    expect(serials()).toHaveLength(40);
    expect(findShownText()).toBe('40 of 45 hubs shown');
    expect(document.activeElement?.textContent).toBe(serials()[20]);
    expect(screen.getByText('At /settings?rows=40')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show 5 more' }));
    expect(findShownText()).toBe('45 of 45 hubs shown');
    expect(screen.queryByRole('button', { name: /^Show \d/ })).toBeNull();
  });

  test('are all searched, whichever are shown; Escape and a button clear the search', async () => {
    await open(45);
    act(() => field().focus());
    await userEvent.paste('8956');
    expect(serials()).toEqual(['00008956']);
    expect(count()).toBe('1 of 45 hubs');
    // Presses that belong to an input method: of the word that it composes, and, in Safari, the last one.
    fireEvent.keyDown(field(), { key: 'Escape', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Escape', keyCode: 229 });
    expect(field().value).toBe('8956');
    await userEvent.keyboard('{Escape}');
    expect(field().value).toBe('');
    expect(count()).toBe('45 hubs');
    expect(serials()).toHaveLength(20);
    expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull();
    await userEvent.paste('8956');
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect([field().value, document.activeElement]).toEqual(['', field()]);
  });

  test('are all sorted, whichever are shown', async () => {
    await open(45);
    document.querySelector<HTMLElement>('thead button')?.focus();
    await userEvent.keyboard('{Enter}');
    expect(serials()[0]).toBe('00008956');
    await userEvent.keyboard('{Enter}');
    expect(serials()[0]).toBe('00009000');
  });

  test('are all printed', async () => {
    await open(45);
    fireEvent(window, new Event('beforeprint'));
    expect(serials()).toHaveLength(45);
    fireEvent(window, new Event('afterprint'));
    expect(serials()).toHaveLength(20);
  });
});

describe('the address', () => {
  const QUERY = '?locale=en&search=light&sort=-serial&rows=40';

  test('gives search, order, filter and number of hubs', async () => {
    await open(130, {}, `/settings${QUERY}`, '43 of 130 hubs');
    expect(field().value).toBe('light');
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveProperty('value', 'serial descending');
    expect(serials()).toHaveLength(40);
    expect(serials()[0]).toBe('00008998');
    expect(screen.getByText(`At /settings${QUERY}`)).toBeTruthy();
  });

  test('follows what is typed and chosen, and keeps its other parameters', async () => {
    await open(20, {}, '/settings?locale=en');
    await userEvent.type(field(), '0899');
    expect(await screen.findByText('At /settings?locale=en&search=0899')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Sort by: Type' }));
    expect(screen.getByText('At /settings?locale=en&search=0899&sort=type')).toBeTruthy();
    await userEvent.clear(field());
    expect(await screen.findByText('At /settings?locale=en&sort=type')).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Added on, descending');
    expect(screen.getByText('At /settings?locale=en')).toBeTruthy();
  });

  test('back and forward restore the list; typing adds no step', async () => {
    await open(20);
    await userEvent.click(screen.getByRole('button', { name: 'Sort by: Serial number' }));
    await userEvent.type(field(), '0898');
    expect(await screen.findByText('At /settings?sort=serial&search=0898')).toBeTruthy();
    await goBy(-1);
    expect(field().value).toBe('');
    expect(serials()[0]).toBe('00008981');
    await goBy(1);
    expect(field().value).toBe('0898');
    expect(serials()[0]).toBe('00008981');
  });
});

describe('filtering', () => {
  test('keeps a hub in the list whose sharing is switched there', async () => {
    const shared = someHubs(20).map((hub, n) => ({ ...hub, sharingMode: n < 3 ? 'public' : 'off' }));
    const answers = { 'GET hubs': { body: { data: shared } }, 'PUT hubs/00009000+PN-100/settings': DONE };
    await openPage({ Page, path: '/settings?show=shared', answers });
    await userEvent.click(await screen.findByRole('switch', { name: 'Share hub 00009000' }));
    await screen.findByText('Your changes were saved successfully.');
    expect(serials()).toEqual(['00008998', '00008999', '00009000']);
  });

  test('says when no hub is of the kind in the address, and can show all', async () => {
    await open(20, {}, '/settings?show=shared', '0 of 20 hubs');
    expect(screen.getByRole('heading', { name: 'No hub of this kind' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all hubs' }));
    expect(serials()).toHaveLength(20);
    expect(screen.getByText('At /settings')).toBeTruthy();
  });
});

test('a focused element comes out from under the bar that stays on the screen', async () => {
  await open(20);
  const scroll = jest.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
  const place = (selector: string, top: number, bottom: number) => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`There is no ${selector}`);
    jest.spyOn(element, 'getBoundingClientRect').mockReturnValue({ top, bottom } as DOMRect);
    return element;
  };
  place('.hubs-tools', 0, 60);
  act(() => place('[role="switch"]', 20, 50).focus());
  expect(scroll).toHaveBeenCalledWith(0, -48);
  scroll.mockClear();
  act(() => place('td.end button', 80, 120).focus());
  act(() => place('h2', 20, 50).focus());
  act(() => field().focus());
  // Where the bar has not reached the top of the screen, it covers nothing.
  place('.hubs-tools', 400, 460);
  act(() => place('[role="switch"]', 300, 330).focus());
  expect(scroll).not.toHaveBeenCalled();
});

describe('searching', () => {
  test('says when no hub matches, and can show all hubs again', async () => {
    await open(20);
    await userEvent.type(field(), 'unicycle');
    expect(screen.getByRole('heading', { name: 'No hub matches “unicycle”' })).toBeTruthy();
    expect(count()).toBe('0 of 20 hubs');
    expect(screen.queryByRole('table')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all hubs' }));
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
});

describe('sorting', () => {
  test('begins with the newest hub, and follows the header, one column at a time', async () => {
    await open(20);
    expect(header('Added on').getAttribute('aria-sort')).toBe('descending');
    expect(serials()[0]).toBe('00008981');
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

  test('is a select field where the rows are cards', async () => {
    await open(20);
    const choice = screen.getByRole('combobox', { name: 'Sort by' });
    await userEvent.selectOptions(choice, 'Serial number, ascending');
    expect(serials()[0]).toBe('00008981');
    expect(header('Serial number').getAttribute('aria-sort')).toBe('ascending');
    await userEvent.selectOptions(choice, 'Serial number, descending');
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
