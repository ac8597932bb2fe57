import { describe, expect, test } from '@jest/globals';
import {
  AccountResponseSchema,
  CountriesResponseSchema,
  GENERIC_INACTIVE,
  TokensResponseSchema,
} from '@portal/api/wire';
import * as v from 'valibot';
import { PORTAL } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';

const TERMS = `${PORTAL}/artifacts/mfe-legal/developer-terms-v2-EN.pdf`;

/** Tests of changes of a profile and for the developer's sign-up, for each kind of database. */
export function testAccount(client: () => BackendClient): void {
  const accountOf = async (token: string) =>
    v.parse(AccountResponseSchema, (await client().call('account/', token)).body).data;
  const put = (path: string, token: string | undefined, body: unknown) =>
    client().call(path, token, { method: 'PUT', body });
  const signUp = (token: string, url: unknown = TERMS) =>
    client().call('account/developer', token, { method: 'POST', body: { url } });
  const newToken = async (account: Readonly<Record<string, unknown>> = {}) => {
    const { email } = await client().newPerson({ account });
    return { email, token: await client().token(email) };
  };
  let refused: ReturnType<typeof newToken> | undefined;
  /** One user for the refusals, which change nothing. */
  const refusedPerson = () => (refused ??= newToken());
  let foreign: Promise<string> | undefined;
  /** A token of the identity provider that is not for the API. */
  const idToken = () =>
    (foreign ??= (async () => {
      const { refreshToken } = await client().signIn('empty');
      return v.parse(TokensResponseSchema, (await client().refresh(refreshToken)).body).id_token;
    })());

  describe('the profile', () => {
    test('saves a new name, trimmed, and removes a last name [T006]', async () => {
      const { token } = await newToken();
      expect(await put('account/general', token, { firstname: ' Ada ', lastname: ' Lovelace' })).toMatchObject({
        status: 200,
        body: { data: { firstname: 'Ada', lastname: 'Lovelace' } },
      });
      expect(await accountOf(token)).toMatchObject({ firstname: 'Ada', lastname: 'Lovelace' });
      expect((await put('account/general', token, { firstname: 'Ada', lastname: null })).status).toBe(200);
      expect(await accountOf(token)).toMatchObject({ firstname: 'Ada', lastname: null });
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
      expect(await accountOf(token)).toMatchObject({ firstname: 'Test', lastname: 'Person' });
    });

    test('saves a country, and answers with the success code [T230]', async () => {
      const { token } = await newToken();
      expect(await put('account/country', token, { country: 'nl' })).toMatchObject({
        status: 200,
        body: { code: 3_000_012 },
      });
      expect(await accountOf(token)).toMatchObject({ country: 'nl' });
    });

    test.each([['NL'], ['br'], ['xx'], [null]])('refuses the country %j [T297]', async (country) => {
      const { token } = await refusedPerson();
      expect((await put('account/country', token, { country })).status).toBe(400);
      expect(await accountOf(token)).toMatchObject({ country: 'de' });
    });

    test('lets a user keep a country where the product is no longer offered', async () => {
      const { token } = await newToken({ country: 'br' });
      expect((await put('account/country', token, { country: 'br' })).status).toBe(200);
    });

    test.each([
      ['PUT', 'account/general', { firstname: 'Ada', lastname: null }],
      ['PUT', 'account/country', { country: 'nl' }],
      ['PUT', 'account/email', { newEmail: 'a@example.com', currentPassword: 'x' }],
      ['POST', 'account/destroy', { password: '' }],
      ['GET', 'hc-terms-and-conditions/all?lang=en', undefined],
    ])('%s %s is refused without a token, or with an invalid one', async (method, path, body) => {
      expect((await client().call(path, undefined, { method, body })).status).toBe(401);
      expect((await client().call(path, 'made-up', { method, body })).status).toBe(401);
      expect((await client().call(path, await idToken(), { method, body })).status).toBe(401);
    });
  });

  describe('the list of countries', () => {
    const countriesOf = async (lang: string) => {
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
      const countries = await countriesOf(lang);
      expect(countries).toContainEqual({ countryCode: 'de', countryName: germany });
      const names = countries.map(({ countryName }) => countryName).filter((name) => !name.includes(GENERIC_INACTIVE));
      expect(names).toContain(earlier);
      expect(names).toEqual(names.toSorted(new Intl.Collator(lang).compare));
    });

    test('includes inactive countries, with the marker in their names', async () => {
      const countries = await countriesOf('de');
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
      expect((await accountOf(token)).roles).toEqual([]);
      expect(await signUp(token)).toMatchObject({ status: 200, body: { data: { roles: ['developer'] } } });
      expect((await accountOf(token)).roles).toEqual(['developer']);
    });

    test('is refused for a user with the role', async () => {
      const { token } = await newToken({ roles: ['developer'] });
      expect(await signUp(token)).toMatchObject({ status: 403, body: { errors: [{ error: 'ALREADY_A_DEVELOPER' }] } });
    });

    test.each([[`${PORTAL}/terms.html`], ['https://elsewhere.example/terms.pdf'], ['javascript:x.pdf'], [''], [null]])(
      'does not accept %j as terms',
      async (url) => {
        const { token } = await refusedPerson();
        expect((await signUp(token, url)).status).toBe(400);
        expect((await accountOf(token)).roles).toEqual([]);
      },
    );

    test('grants a role that is delayed for the requested number of reads', async () => {
      const { email, token } = await newToken();
      expect((await client().control('POST', `people/${email}/behaviour`, { roleLag: 2 })).status).toBe(200);
      await signUp(token);
      const roles: string[][] = [];
      for (let read = 0; read < 4; read += 1) roles.push((await accountOf(token)).roles);
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
