/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import type { FakeResponses } from '@portal/api/testing';
import { hasUnsavedInput } from '@portal/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, tableRows } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { Page as CountriesPage } from './countries-page.tsx';
import { countries, testCountry, refusal } from '../testing/samples.ts';
import { Page } from './country-page.tsx';

const LIST = 'GET staff/countries';
const SAVE = 'PUT staff/countries/de';
const COUNTRY = testCountry('de');

const open = (answers: FakeResponses = {}, opening: Partial<Opening> = {}) =>
  openPage(Page, {
    path: '/staff/countries/de',
    route: '/staff/countries/:code',
    roles: ['content'],
    answers: { [LIST]: countries(COUNTRY), ...answers },
    ...opening,
  });

const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sav/ });
const language = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

async function retype(name: string | RegExp, text: string) {
  await userEvent.clear(field(name));
  if (text !== '') await userEvent.paste(text);
}

describe('the form', () => {
  test('shows the country, and why Save is disabled', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Germany');
    expect(field('Phone prefix').value).toBe('+49');
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
    expect(field('Name (Deutsch)').value).toBe('Deutschland');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Active' }).checked).toBe(true);
    expect(screen.getByRole('button', { name: 'Save country', description: 'Nothing changed yet.' })).toBeTruthy();
    expect(save().disabled).toBe(true);
  });

  test('marks the languages that lack texts, and shows each language', async () => {
    await open();
    expect(language(/^English Complete$/).checked).toBe(true);
    expect(field('Terms and conditions').value).toBe('The terms');
    await userEvent.click(language(/^Deutsch 5 texts missing$/));
    expect(field('Terms and conditions').value).toBe('');
    await retype('Terms and conditions', 'Die Bedingungen');
    expect(language(/^Deutsch 4 texts missing$/).checked).toBe(true);
    expect(field('Terms and conditions').lang).toBe('de');
  });

  test('previews the promotion in that language [T134]', async () => {
    await open();
    const preview = () => within(screen.getByRole('region', { name: 'Preview of the promotion' }));
    expect(preview().getByText('Ride to work')).toBeTruthy();
    await retype('Title of the promotion', 'Ride home');
    expect(preview().getByText('Ride home')).toBeTruthy();
    expect(preview().getByText('I agree to emails.')).toBeTruthy();
    await userEvent.click(language(/^Français/));
    expect(preview().getByText('There is no promotion in this language.')).toBeTruthy();
  });

  test('counts only a different value as a change', async () => {
    await open();
    await retype('Phone prefix', '+490');
    expect(save().disabled).toBe(false);
    expect(hasUnsavedInput()).toBe(true);
    await retype('Phone prefix', ' +49 ');
    expect(save().disabled).toBe(true);
    expect(hasUnsavedInput()).toBe(false);
  });
});

describe('saving', () => {
  test('sends all fields, once, and says so [T133]', async () => {
    const { answer, arrive } = later();
    const { sent } = await open({ [SAVE]: answer });
    await retype('Phone prefix', '+50');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Newly added' }));
    for (let press = 0; press < 3; press++) act(() => save().click());
    expect(save().getAttribute('aria-busy')).toBe('true');
    const { code: _code, ...body } = { ...COUNTRY, phonePrefix: '+50', newlyAdded: true };
    await waitFor(() => expect(sent(SAVE).map((call) => call.body)).toEqual([body]));
    await act(async () => arrive({ body: { data: { ...COUNTRY, ...body, revision: 4 } } }));
    expect(screen.getByText('Your changes were saved successfully.')).toBeTruthy();
    expect(save().disabled).toBe(true);
    expect(hasUnsavedInput()).toBe(false);
    await retype('Phone prefix', '+51');
    await userEvent.click(save());
    expect(sent(SAVE)[1]?.body).toMatchObject({ phonePrefix: '+51', revision: 4 });
  });

  test('keeps what is typed meanwhile as unsaved', async () => {
    const { answer, arrive } = later();
    await open({ [SAVE]: answer });
    await retype('Phone prefix', '+50');
    await userEvent.click(save());
    await retype('Phone prefix', '+51');
    await act(async () => arrive({ body: { data: { ...COUNTRY, phonePrefix: '+50', revision: 4 } } }));
    expect(field('Phone prefix').value).toBe('+51');
    expect(save().disabled).toBe(false);
  });

  test('that fails raises the notice, and keeps the input', async () => {
    await open({ [SAVE]: { status: 500 } });
    await retype('Phone prefix', '+50');
    await userEvent.click(save());
    expect(await screen.findByText('It seems something went wrong.')).toBeTruthy();
    expect(field('Phone prefix').value).toBe('+50');
    expect(save().disabled).toBe(false);
  });

  test.each([
    ['Phone prefix', '49', 'Please enter a plus sign and one to six digits, such as “+49”.'],
    ['Name (Nederlands)', ' ', 'Please enter a name.'],
    ['Name (English)', 'x'.repeat(101), 'Please enter at most 100 characters.'],
    ['Name (English)', 'x'.repeat(300), 'Please enter at most 100 characters.'],
    ['Phone prefix', '9'.repeat(20), 'Please enter a plus sign and one to six digits, such as “+49”.'],
    ['Text of the button', 'x'.repeat(41), 'Please enter at most 40 characters.'],
    ['Name (English)', 'GENERIC_INACTIVE', 'This text contains something that is reserved. Please choose another.'],
  ])('is refused for %s %j, and the field says why', async (name, text, problem) => {
    const { sent } = await open();
    await retype(name, text);
    await userEvent.click(save());
    const description = new RegExp(problem.replaceAll('+', '\\+'));
    expect(await screen.findByRole('textbox', { name, description })).toBe(document.activeElement);
    expect(sent(SAVE)).toEqual([]);
  });
});

describe('somebody else has changed the country', () => {
  const NEWER = testCountry('de', {
    name: { ...COUNTRY.name, de: 'Bundesrepublik' },
    phonePrefix: '+499',
    active: false,
    revision: 4,
  });
  const refused = refusal(409, 'COUNTRY_HAS_CHANGED');

  async function meetConflict(after: FakeResponses = {}) {
    const page = await open({ [LIST]: [countries(COUNTRY), countries(NEWER)], [SAVE]: refused, ...after });
    await retype('Name (English)', 'Germany (new)');
    await userEvent.click(save());
    await screen.findByText('Somebody else has changed this country');
    return page;
  }

  test('keeps what was typed, and loads the newer below it', async () => {
    const { sent } = await meetConflict({ [SAVE]: [refused, { body: { data: NEWER } }] });
    expect(screen.getByText(/your changes are still here\. Check them, and save\.$/)).toBeTruthy();
    expect(field('Name (English)').value).toBe('Germany (new)');
    expect(field('Name (Deutsch)').value).toBe('Bundesrepublik');
    expect(field('Phone prefix').value).toBe('+499');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Active' }).checked).toBe(false);
    await userEvent.click(save());
    expect(sent(SAVE)[1]?.body).toMatchObject({ name: { en: 'Germany (new)' }, phonePrefix: '+499', revision: 4 });
  });

  test('keeps the boxes that only this page has changed, and names each text that both have', async () => {
    const newer = { ...NEWER, active: COUNTRY.active, terms: { ...NEWER.terms, en: 'Their terms' } };
    await open({ [LIST]: [countries(COUNTRY), countries(newer)], [SAVE]: refused });
    const [active, newlyAdded] = screen.getAllByRole<HTMLInputElement>('checkbox') as [
      HTMLInputElement,
      HTMLInputElement,
    ];
    await userEvent.click(active);
    await userEvent.click(newlyAdded);
    await retype('Phone prefix', '+498');
    await retype('Name (Deutsch)', 'BRD');
    await retype('Terms and conditions', 'My terms');
    await userEvent.click(save());
    await screen.findByText('Somebody else has changed this country');
    expect([active.checked, newlyAdded.checked]).toEqual([!COUNTRY.active, !COUNTRY.newlyAdded]);
    for (const name of ['Phone prefix', 'Name (Deutsch)', 'Terms and conditions (English)'])
      expect(screen.getByRole('region', { name })).toBeTruthy();
  });

  test('shows both texts where both have changed one, and takes theirs when asked', async () => {
    const newer = testCountry('de', { name: { ...COUNTRY.name, en: 'Federal Germany' }, revision: 4 });
    await meetConflict({ [LIST]: [countries(COUNTRY), countries(newer)] });
    const texts = within(screen.getByRole('region', { name: 'Name (English)' }));
    expect(texts.getByLabelText('Yours')).toHaveProperty('value', 'Germany (new)');
    expect(texts.getByLabelText('Theirs')).toHaveProperty('value', 'Federal Germany');
    expect(field('Name (English)').value).toBe('Germany (new)');
    await userEvent.click(texts.getByRole('button', { name: 'Take theirs: Name (English)' }));
    expect(field('Name (English)').value).toBe('Federal Germany');
    expect(screen.queryByRole('region', { name: 'Name (English)' })).toBeNull();
    expect(document.activeElement).toBe(field('Name (English)'));
    expect(screen.getByText('Nothing changed yet.')).toBeTruthy();
  });
});

test('a change of a country that is gone raises the notice, and keeps the input', async () => {
  await open({
    [LIST]: [countries(COUNTRY), countries(testCountry('at'))],
    [SAVE]: refusal(409, 'COUNTRY_HAS_CHANGED'),
  });
  await retype('Phone prefix', '+50');
  await userEvent.click(save());
  expect(await screen.findByText('It seems something went wrong.')).toBeTruthy();
  expect(field('Phone prefix').value).toBe('+50');
});

describe('a new country', () => {
  const NEW = { path: '/staff/countries/new' };

  async function fill() {
    await retype('Code', 'DE');
    await retype('Phone prefix', '+49');
    for (const name of ['English', 'Deutsch', 'Français', 'Nederlands']) await retype(`Name (${name})`, 'Germany');
  }

  test('is sent with revision 0, and opens after that', async () => {
    const { sent } = await open({ [SAVE]: { body: { data: COUNTRY } } }, NEW);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add a country');
    await fill();
    expect(field('Code').value).toBe('de');
    await userEvent.click(save());
    await waitFor(() => expect(screen.getByText('At /staff/countries/de')).toBeTruthy());
    expect(sent(SAVE)[0]?.body).toMatchObject({ revision: 0, active: false, name: { fr: 'Germany' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Germany' })).toBeTruthy();
    expect(hasUnsavedInput()).toBe(false);
  });

  test('whose code is taken says so at the field', async () => {
    await open({ [SAVE]: refusal(409, 'COUNTRY_EXISTS') }, NEW);
    await fill();
    await userEvent.click(save());
    expect(
      await screen.findByRole('textbox', { name: 'Code', description: /There is already a country with this code\./ }),
    ).toBe(document.activeElement);
    await userEvent.tab();
    expect(screen.getByText(/There is already a country with this code/)).toBeTruthy();
    await retype('Code', 'at');
    expect(screen.queryByText(/There is already a country with this code/)).toBeNull();
  });

  test('is not for an admin', async () => {
    await open({}, { ...NEW, roles: ['admin'] });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('heading', { name: 'There is no country with this code' })).toBeTruthy();
  });
});

test('an admin reads the country, and cannot change it', async () => {
  await open({}, { roles: ['admin'] });
  expect(screen.getByText('Your role may read countries, but not change them.')).toBeTruthy();
  expect(screen.getByText('Deutschland')).toBeTruthy();
  expect(screen.getByText('The terms')).toBeTruthy();
  await userEvent.click(language(/^Deutsch/));
  expect(screen.getByText('There are none in this language.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
});

describe('the list of countries', () => {
  const COUNTRIES = [
    testCountry('se', { phonePrefix: '+46', active: false, newlyAdded: true }),
    testCountry('de'),
    testCountry('at', { phonePrefix: '+43' }),
  ];

  const searchField = () => screen.getByRole('searchbox', { name: 'Search by name, code or phone prefix' });
  const openList = (opening: Partial<Opening> = {}) =>
    openPage(CountriesPage, {
      path: '/staff/countries',
      answers: { [LIST]: { body: { data: COUNTRIES } } },
      ...opening,
    });

  test('lists all countries by name, in the language of the page', async () => {
    await openList();
    expect(tableRows()).toEqual([
      ['Name', 'Code', 'Phone prefix', 'Active', 'Newly added'],
      ['Austria', 'AT', '+43', 'Yes', 'No'],
      ['Germany', 'DE', '+49', 'Yes', 'No'],
      ['Sweden', 'SE', '+46', 'No', 'Yes'],
    ]);
    expect(screen.getByText('3 countries')).toBeTruthy();
  });

  test.each([
    ['germ', ['Germany']],
    ['ÖSTER', ['Austria']],
    ['+46', ['Sweden']],
    [' at ', ['Austria']],
  ])('finds %j', async (text, names) => {
    await openList();
    await userEvent.click(searchField());
    await userEvent.paste(text);
    const found = within(screen.getByRole('table')).getAllByRole('link');
    expect(found.map(({ textContent }) => textContent)).toEqual(names);
  });

  test('says that nothing matches', async () => {
    await openList();
    await userEvent.click(searchField());
    await userEvent.paste(' zz ');
    expect(screen.getByRole('heading', { level: 2, name: /“zz”/ })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('keeps the search in the address, and finds it there', async () => {
    await openList({ path: '/staff/countries?search=swe' });
    expect(screen.getByText('1 country')).toBeTruthy();
    await userEvent.clear(searchField());
    await userEvent.paste('germ');
    await waitFor(() => expect(screen.getByText('At /staff/countries?search=germ')).toBeTruthy());
    await userEvent.clear(searchField());
    await waitFor(() => expect(screen.getByText('At /staff/countries')).toBeTruthy());
    expect(tableRows()).toHaveLength(4);
  });

  test('offers to add a country to those who may', async () => {
    await openList({ roles: ['content'] });
    expect(screen.getByRole('link', { name: 'Add a country' }).getAttribute('href')).toBe('/staff/countries/new');
  });
});
