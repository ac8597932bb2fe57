import { describe, expect, test } from '@jest/globals';
import { CountriesResponseSchema, GENERIC_INACTIVE } from '@portal/api/wire';
import { CountryRecordResponseSchema, CountryRecordsResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import { refusal } from './testing/demo-backend.ts';
import type { BackendClient, TestResponse } from './testing/demo-backend.ts';

const PROMOTION = { title: 'New here', text: 'Text', button: 'Go', consent: 'I agree.' };
const perLanguage = <Value>(value: Value) => ({ en: value, de: value, fr: value, nl: value });
const ALBANIA = {
  name: { en: 'Albania', de: 'Albanien', fr: 'Albanie', nl: 'Albanië' },
  phonePrefix: '+355',
  active: true,
  newlyAdded: true,
  terms: perLanguage('Terms\n\nof two paragraphs'),
  promotion: perLanguage(PROMOTION),
  revision: 0,
};

const getStatuses = (answers: readonly TestResponse[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

/** Tests of the countries that staff keep, for each kind of database. */
export function testCountries(client: () => BackendClient): void {
  const put = async (code: string, body: unknown, who = 'content') =>
    client().call(`staff/countries/${code}`, await client().token(who), { method: 'PUT', body });
  const records = async () => {
    const { body } = await client().call('staff/countries', await client().token('content'));
    return v.parse(CountryRecordsResponseSchema, body).data;
  };
  const record = async (code: string) => (await records()).find((country) => country.code === code);
  const offered = async (lang: string) => {
    const { body } = await client().call(`hc-terms-and-conditions/all?lang=${lang}`, await client().token('empty'));
    return v.parse(CountriesResponseSchema, body).data;
  };

  describe('the countries that staff keep', () => {
    test('are at first those that people could always choose, by code, some with texts', async () => {
      const countries = await records();
      const codes = countries.map(({ code }) => code);
      expect(codes).toHaveLength(41);
      expect(codes).toEqual(codes.toSorted());
      expect(countries.filter(({ active }) => !active).map(({ code }) => code)).toEqual(['br', 'in', 'za']);
      expect(await record('de')).toMatchObject({
        name: { en: 'Germany', de: 'Deutschland', fr: 'Allemagne', nl: 'Duitsland' },
        phonePrefix: '+49',
        newlyAdded: false,
        terms: { nl: expect.stringContaining('(Duitsland)') },
        promotion: { fr: { button: 'Essayer' } },
        revision: 1,
      });
      expect(await record('nz')).toMatchObject({ phonePrefix: '+64', newlyAdded: true });
      expect(await record('jp')).toMatchObject({ terms: perLanguage(''), promotion: { en: { title: '' } } });
    });

    test('can be added and changed, and what customers choose from follows [T135]', async () => {
      const added = await put('al', ALBANIA);
      expect(added).toMatchObject({ status: 200, body: { data: { ...ALBANIA, code: 'al', revision: 1 } } });
      expect((await offered('nl'))[0]).toEqual({ countryCode: 'al', countryName: 'Albanië' });
      const person = await client().newPerson({});
      const accessToken = await client().token(person.email);
      const choose = (country: string) =>
        client().call('account/country', accessToken, { method: 'PUT', body: { country } });
      expect((await choose('al')).status).toBe(200);
      expect((await choose('de')).status).toBe(200);
      const changed = { ...ALBANIA, active: false, name: { ...ALBANIA.name, en: ' Shqipëria ' }, revision: 1 };
      const { body } = await put('al', changed);
      expect(v.parse(CountryRecordResponseSchema, body).data).toMatchObject({
        name: { en: 'Shqipëria' },
        active: false,
        revision: 2,
      });
      expect(await record('al')).toMatchObject({ active: false, revision: 2 });
      expect(await offered('en')).toContainEqual({
        countryCode: 'al',
        countryName: `Shqipëria (${GENERIC_INACTIVE})`,
      });
      expect(await choose('al')).toMatchObject(refusal(400, 'UNKNOWN_COUNTRY'));
    });

    test('of two changes at the same time keep one, and refuse the other', async () => {
      const [one, two] = await Promise.all([
        put('ad', { ...ALBANIA, phonePrefix: '+376' }),
        put('ad', { ...ALBANIA, phonePrefix: '+377' }),
      ]);
      expect(getStatuses([one, two])).toEqual([200, 409]);
      const refusedAddition = one.status === 409 ? one : two;
      expect(refusedAddition.body).toEqual({ errors: [{ error: 'COUNTRY_EXISTS' }] });
      const changes = await Promise.all(
        ['+1', '+2', '+3'].map((phonePrefix) => put('ad', { ...ALBANIA, phonePrefix, revision: 1 })),
      );
      expect(getStatuses(changes)).toEqual([200, 409, 409]);
      expect(changes.find(({ status }) => status === 409)?.body).toEqual({
        errors: [{ error: 'COUNTRY_HAS_CHANGED' }],
      });
      const saved = changes.findIndex(({ status }) => status === 200);
      expect(await record('ad')).toMatchObject({ phonePrefix: `+${saved + 1}`, revision: 2 });
    });

    test('refuse a change of a country that does not exist', async () => {
      expect(await put('aq', { ...ALBANIA, revision: 4 })).toMatchObject(refusal(409, 'COUNTRY_HAS_CHANGED'));
    });

    test.each([
      ['DE', {}, 'two small letters'],
      ['am', { name: { ...ALBANIA.name, fr: ' ' } }, '"name.fr": must not be empty'],
      ['am', { name: { ...ALBANIA.name, de: 'Alb\nanien' } }, '"name.de": must be one line'],
      ['am', { name: { ...ALBANIA.name, en: `A ${GENERIC_INACTIVE}` } }, '"name.en": must not contain'],
      ['am', { phonePrefix: '0355' }, '"phonePrefix": must be such as "+49"'],
      ['am', { active: 'yes' }, '"active": must be true or false'],
      ['am', { terms: perLanguage('x'.repeat(20_001)) }, '"terms.en": must have at most 20000 characters'],
      ['am', { terms: perLanguage('a\u0000b') }, '"terms.en": must be a text without NUL'],
      ['am', { promotion: perLanguage({ ...PROMOTION, button: 'x'.repeat(41) }) }, '"promotion.en.button": must have'],
      ['am', { revision: -1 }, '"revision"'],
    ])('refuse %s with %j', async (code, changes, message) => {
      const answer = await put(code, { ...ALBANIA, ...changes });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ error: expect.stringContaining(message) }] } });
    });
  });
}
