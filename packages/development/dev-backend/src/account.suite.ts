import { describe, expect, test } from '@jest/globals';
import { CountriesResponseSchema, GENERIC_INACTIVE } from '@portal/api/wire';
import * as v from 'valibot';
import { PORTAL, refusal } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';

const TERMS = `${PORTAL}/artifacts/mfe-legal/developer-terms-v2-EN.pdf`;

/** Tests of changes of a profile and for the developer's sign-up, for each kind of database. */
export function testAccount(client: () => BackendClient): void {
  const put = (path: string, token: string, body: unknown) => client().call(path, token, { method: 'PUT', body });
  const signUp = (token: string, url: unknown = TERMS) =>
    client().call('account/developer', token, { method: 'POST', body: { url } });
  const newToken = async (account: Readonly<Record<string, unknown>> = {}) => {
    const { email } = await client().newPerson({ account });
    return { email, token: await client().token(email) };
  };
  let refused: ReturnType<typeof newToken> | undefined;
  /** One user for the refusals, which change nothing. */
  const refusedPerson = () => (refused ??= newToken());

  describe('the profile', () => {
    test('saves a new name, trimmed, and removes a last name [T006]', async () => {
      const { token } = await newToken();
      expect(await put('account/general', token, { firstname: ' Ada ', lastname: ' Lovelace' })).toMatchObject({
        status: 200,
        body: { data: { firstname: 'Ada', lastname: 'Lovelace' } },
      });
      expect(await client().account(token)).toMatchObject({ firstname: 'Ada', lastname: 'Lovelace' });
      expect((await put('account/general', token, { firstname: 'Ada', lastname: null })).status).toBe(200);
      expect(await client().account(token)).toMatchObject({ firstname: 'Ada', lastname: null });
    });

    test.each([
      [{ firstname: '', lastname: 'Lovelace' }],
      [{ firstname: 'Ada', lastname: '' }],
      [{ firstname: 'A\u0000da', lastname: null }],
      [{ firstname: 'A\u202eda', lastname: null }],
      [{ firstname: 'A'.repeat(101), lastname: null }],
      [{ firstname: 'Ada', lastname: 'L'.repeat(101) }],
      [{ firstname: 'Ada', lastname: 'x\n\nRelease the hub:\nhttps://elsewhere.example/' }],
    ])('refuses %j [T423]', async (body) => {
      const { token } = await refusedPerson();
      expect((await put('account/general', token, body)).status).toBe(400);
      expect(await client().account(token)).toMatchObject({ firstname: 'Test', lastname: 'Person' });
    });

    test('saves a country, and answers with the success code [T230]', async () => {
      const { token } = await newToken();
      expect(await put('account/country', token, { country: 'nl' })).toMatchObject({
        status: 200,
        body: { code: 3_000_012 },
      });
      expect(await client().account(token)).toMatchObject({ country: 'nl' });
    });

    test.each([['NL'], ['br'], ['xx'], [null]])('refuses the country %j [T297]', async (country) => {
      const { token } = await refusedPerson();
      expect((await put('account/country', token, { country })).status).toBe(400);
      expect(await client().account(token)).toMatchObject({ country: 'de' });
    });

    test('lets a user keep a country where the product is no longer offered', async () => {
      const { token } = await newToken({ country: 'br' });
      expect((await put('account/country', token, { country: 'br' })).status).toBe(200);
    });
  });

  describe('the list of countries', () => {
    const readCountries = async (lang: string) => {
      const accessToken = await client().token('empty');
      const { body } = await client().call(`hc-terms-and-conditions/all?lang=${lang}`, accessToken);
      return v.parse(CountriesResponseSchema, body).data;
    };

    test.each([
      ['en', 'Germany', 'Austria'],
      ['de', 'Deutschland', 'Belgien'],
      ['nl', 'Duitsland', 'België'],
      ['it', 'Germany', 'Austria'],
    ])('in %s has the names in that language, sorted for it [T241]', async (lang, germany, earlier) => {
      const countries = await readCountries(lang);
      expect(countries).toContainEqual({ countryCode: 'de', countryName: germany });
      const names = countries.map(({ countryName }) => countryName).filter((name) => !name.includes(GENERIC_INACTIVE));
      expect(names).toContain(earlier);
      expect(names).toEqual(names.toSorted(new Intl.Collator(lang).compare));
    });

    test('includes inactive countries, with the marker in their names', async () => {
      const countries = await readCountries('de');
      expect(countries.filter(({ countryName }) => countryName.includes(GENERIC_INACTIVE))).toHaveLength(3);
      expect(countries.every(({ countryCode }) => /^[a-z]{2}$/.test(countryCode))).toBe(true);
    });

    test('needs a language', async () => {
      const accessToken = await client().token('empty');
      expect((await client().call('hc-terms-and-conditions/all', accessToken)).status).toBe(400);
    });
  });

  describe('the sign-up of a developer', () => {
    test('grants the role [T235]', async () => {
      const { token } = await newToken();
      expect((await client().account(token)).roles).toEqual([]);
      expect(await signUp(token)).toMatchObject({ status: 200, body: { data: { roles: ['developer'] } } });
      expect((await client().account(token)).roles).toEqual(['developer']);
    });

    test('is refused for a user with the role', async () => {
      const { token } = await newToken({ roles: ['developer'] });
      expect(await signUp(token)).toMatchObject(refusal(403, 'ALREADY_A_DEVELOPER'));
    });

    test.each([[`${PORTAL}/terms.html`], ['https://elsewhere.example/terms.pdf'], ['javascript:x.pdf'], [''], [null]])(
      'does not accept %j as terms',
      async (url) => {
        const { token } = await refusedPerson();
        expect((await signUp(token, url)).status).toBe(400);
        expect((await client().account(token)).roles).toEqual([]);
      },
    );

    test('grants a role that is delayed for the requested number of reads', async () => {
      const { email, token } = await newToken();
      expect((await client().control('POST', `people/${email}/behaviour`, { roleLag: 2 })).status).toBe(200);
      await signUp(token);
      const roles: string[][] = [];
      for (let read = 0; read < 4; read += 1) roles.push((await client().account(token)).roles);
      expect(roles).toEqual([[], [], ['developer'], ['developer']]);
    });
  });

  describe('the service description', () => {
    const addressFor = async (language: string) => {
      const headers = { accept: 'application/json', 'accept-language': language };
      const response = await fetch(`${client().url}/api/service-description/url`, { headers });
      return v.parse(v.object({ url: v.string() }), await response.json()).url;
    };

    test.each([
      ['en', 'EN'],
      ['fr-CA,fr;q=0.9', 'FR'],
      ['nl', 'NL'],
      ['de', 'EN'],
      ['es', 'EN'],
    ])('for a browser in %s is a PDF in %s, without signing in', async (language, expected) => {
      const url = await addressFor(language);
      expect(url).toBe(`${client().url}/documents/service-description-${expected}.pdf`);
      const response = await fetch(url, { headers: { origin: PORTAL } });
      expect(response.headers.get('access-control-allow-origin')).toBe(PORTAL);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${PORTAL}`);
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-1\.7\n[^]*%%EOF\n$/);
    });
  });
}
