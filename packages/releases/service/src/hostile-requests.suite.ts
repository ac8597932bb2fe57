import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { ANNA, AUDIENCE, LocalIssuer, SampleService } from './testing.ts';
import type { ProofClient } from './testing.ts';
import type { TestAnswer, TestRequest } from './testing/proof-client.ts';

/** Tests of requests that are refused, and of what the log has of them. */
export function testHostileRequests(): void {
  let service: SampleService;
  /** Signed in. */
  let anna: ProofClient;
  let stranger: LocalIssuer;
  /** Every token and proof that was ever sent. */
  const secrets = new Set<string>();
  /** What hostile requests were told, by what distinguishes them. */
  const answers = new Map<string, string>();
  let objects: readonly string[] = [];

  beforeAll(async () => {
    service = await SampleService.start();
    stranger = await LocalIssuer.start();
    anna = await service.signIn(ANNA);
    objects = await service.sample.store.driver.list('');
  });
  afterAll(async () => {
    await service.stop();
    await stranger.stop();
  });

  const now = () => Math.floor(Date.now() / 1000);
  const keep = (token: string): string => {
    secrets.add(token);
    return token;
  };

  /**
   * The status of an answer that has what distinguishes it, else its detail, which is kept to be compared with those of
   * the others.
   */
  function told({ status, body }: TestAnswer, words: string): number | string {
    const detail = String(body['detail']);
    answers.set(words, detail);
    return detail.includes(words) ? status : detail;
  }

  describe('a token is not exchanged that', () => {
    const workload = async (claims: object, header = {}, without: readonly string[] = []) => {
      const sub = 'project_path:acme/mfe-hubs:ref_type:branch:ref:main';
      const all = {
        aud: AUDIENCE,
        sub,
        project_path: 'acme/mfe-hubs',
        ref_protected: 'true',
        exp: now() + 300,
        ...claims,
      };
      return service.pipelines.sign(
        Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name))),
        header,
      );
    };
    const CASES: readonly (readonly [string, () => Promise<string>, string])[] = [
      ['is for another audience', () => workload({ aud: 'https://other.example.com' }), 'another audience'],
      [
        'is for several audiences',
        () => workload({ aud: [AUDIENCE, 'https://other.example.com'] }),
        'several audiences',
      ],
      ['has expired', () => workload({ iat: now() - 700, exp: now() - 100 }), 'has expired'],
      ['is not valid yet', () => workload({ nbf: now() + 100 }), 'not valid yet'],
      ['lives for a month', () => workload({ exp: now() + 30 * 86_400 }), 'longer than a day'],
      ['never ends', () => workload({}, {}, ['exp']), 'when it ends'],
      [
        'has no signature',
        async () =>
          new UnsecuredJWT({ iss: service.pipelines.url, aud: AUDIENCE, sub: 'x' })
            .setIssuedAt()
            .setExpirationTime('5m')
            .encode(),
        'no signature that counts',
      ],
      [
        'is signed with the public key as a secret',
        async () => {
          const secret = new TextEncoder().encode(JSON.stringify(service.pipelines.publicKey));
          const token = new SignJWT({ iss: service.pipelines.url, aud: AUDIENCE, sub: 'x' })
            .setIssuedAt()
            .setExpirationTime('5m');
          return token.setProtectedHeader({ alg: 'HS256', kid: service.pipelines.publicKey.kid ?? '' }).sign(secret);
        },
        'no signature that counts',
      ],
      ['is of another issuer', () => stranger.workloadToken(AUDIENCE), 'do not name'],
      [
        'pretends to be of the issuer',
        () => stranger.workloadToken(AUDIENCE, { iss: service.pipelines.url }),
        'does not have',
      ],
      [
        'was changed after it was signed',
        async () =>
          (await workload({})).replace(
            /\.[^.]+\./,
            `.${Buffer.from(JSON.stringify({ iss: service.pipelines.url, sub: 'admin' })).toString('base64url')}.`,
          ),
        'signature is wrong',
      ],
      ['is an access token of the issuer', () => workload({}, { typ: 'at+jwt' }), 'another type'],
      ['names a list of people', () => workload({ sub: ['a', 'b'] }), 'is no text'],
      ['names nobody', () => workload({}, {}, ['sub']), 'names nobody'],
      ['has a name that is too long for the log', () => workload({ project_path: 'x'.repeat(501) }), 'more than 500'],
      ['lacks the name for the history', () => workload({}, {}, ['project_path']), '"project_path"'],
      [
        'is of a person without a verified address',
        async () => service.people.personToken({ ...ANNA, sub: 'anne', email_verified: false }),
        'verified e-mail',
      ],
      ['is no token', async () => 'hello.you.there', 'not a signed token'],
    ];
    test.each(CASES)('%s [T385]', async (_what, make, detail) => {
      const client = await service.client();
      const answer = await client.exchange(keep(await make()));
      expect(told(answer, detail)).toBe(400);
      expect(answer.body).toMatchObject({
        error: 'invalid_request',
        kind: 'refused',
        refusals: [{ rule: 'not-signed-in' }],
      });
    });

    test('no rule names', async () => {
      const client = await service.client();
      const token = keep(await service.pipelines.workloadToken(AUDIENCE, { project: 'evil/mfe-hubs' }));
      expect(told(await client.exchange(token), 'No access rule names evil/mfe-hubs')).toBe(403);
    });

    test('was used before with another key', async () => {
      const token = keep(await service.pipelines.workloadToken(AUDIENCE));
      expect((await (await service.client()).exchange(token)).status).toBe(200);
      expect(told(await (await service.client()).exchange(token), 'with another key')).toBe(400);
    });
  });

  describe('an exchange is refused', () => {
    test.each<[string, Readonly<Record<string, string>>, string]>([
      ['of another grant', { grant_type: 'client_credentials' }, 'grant_type'],
      [
        'of another type of token',
        { subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' },
        'subject_token_type',
      ],
      ['of a token that is far too long', { subject_token: 'x'.repeat(20_000) }, 'subject_token'],
    ])('%s', async (_what, changes, detail) => {
      const client = await service.client();
      expect(told(await client.exchange('a.b.c', changes), detail)).toBe(400);
    });

    test('as JSON, and of more than a form can have', async () => {
      const client = await service.client();
      expect(told(await client.send('POST', '/token', { body: { subject_token: 'x' } }), 'another type')).toBe(415);
      const body = new URLSearchParams({ subject_token: 'x'.repeat(40_000) });
      expect(told(await client.send('POST', '/token', { body }), 'larger')).toBe(413);
    });

    test('without a proof', async () => {
      const response = await fetch(`${service.origin}/token`, { method: 'POST', body: new URLSearchParams() });
      expect(response.status).toBe(400);
    });

    test('while the issuer does not answer, and works when it does', async () => {
      const token = keep(await service.pipelines.workloadToken(AUDIENCE));
      await service.restart();
      anna = await service.signIn(ANNA);
      await service.pipelines.stop();
      const client = await service.client();
      const answer = await client.exchange(token);
      expect(told(answer, `The issuer ${service.pipelines.url} does not give its keys`)).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('10');
      await service.pipelines.listen();
      expect((await client.exchange(token)).status).toBe(200);
    });
  });

  /** The code of RFC 9449 in an answer of 401. */
  const findCode = ({ headers }: TestAnswer) => /^DPoP error="(\w+)"/.exec(headers.get('www-authenticate') ?? '')?.[1];

  describe('a request is refused', () => {
    const UNPROVED = 'invalid_dpop_proof';
    test.each<[string, () => Promise<TestRequest> | TestRequest, code: string, detail: string]>([
      ['without a token', () => ({ headers: { authorization: '' } }), 'invalid_token', 'has no access token'],
      [
        'with the token as a bearer',
        () => ({ headers: { authorization: `Bearer ${keep(anna.accessToken)}` } }),
        'invalid_token',
        'another authorization',
      ],
      [
        'with a token of the issuer',
        async () => ({ headers: { authorization: `DPoP ${keep(await service.people.personToken(ANNA))}` } }),
        'invalid_token',
        'not one of this service',
      ],
      ['with a proof that is none', () => ({ headers: { dpop: 'proof' } }), UNPROVED, 'not a proof'],
      ['with a proof for another method', () => ({ proof: { htm: 'POST' } }), UNPROVED, 'another method'],
      [
        'with a proof for another address',
        () => ({ proof: { htu: `${service.origin}/objects` } }),
        UNPROVED,
        'another address',
      ],
      [
        'with a proof for another service',
        () => ({ proof: { htu: 'https://elsewhere.example.com/identity' } }),
        UNPROVED,
        'another address',
      ],
      ['with a proof for another token', () => ({ proof: { ath: 'x' } }), UNPROVED, 'another access token'],
      ['with a proof for no token', () => ({ proof: { ath: undefined } }), UNPROVED, 'another access token'],
      ['with a proof without an identifier', () => ({ proof: { jti: '' } }), UNPROVED, 'lacks jti'],
      ['with a proof without a nonce', () => ({ proof: { nonce: undefined } }), 'use_dpop_nonce', 'has no nonce'],
      [
        'with a nonce of another process',
        () => ({ proof: { nonce: 'q'.repeat(43) } }),
        'use_dpop_nonce',
        'too old, or of another process',
      ],
    ])('%s [T391]', async (_what, request, code, detail) => {
      const answer = await anna.sendOnce('GET', '/identity', await request());
      expect([told(answer, detail), findCode(answer)]).toEqual([401, code]);
      expect(answer.body).toMatchObject({ kind: 'refused', refusals: [{ rule: 'not-signed-in' }] });
    });

    test('with a proof of another key', async () => {
      const thief = await service.client();
      await thief.send('GET', '/identity');
      thief.accessToken = anna.accessToken;
      const answer = await thief.send('GET', '/identity');
      expect([told(answer, 'bound to another key'), findCode(answer)]).toEqual([401, 'invalid_token']);
    });

    test('when it was recorded and is sent again [T395]', async () => {
      const dpop = keep(await anna.proof('GET', '/identity'));
      expect((await anna.sendOnce('GET', '/identity', { headers: { dpop } })).status).toBe(200);
      expect(told(await anna.sendOnce('GET', '/identity', { headers: { dpop } }), 'was used before')).toBe(401);
      await service.restart();
      const later = await anna.sendOnce('GET', '/identity', { headers: { dpop } });
      expect(later.status).toBe(401);
      anna = await service.signIn(ANNA);
    });

    test('when its access token has expired', async () => {
      service.ahead += 11 * 60_000;
      expect(told(await anna.send('GET', '/identity'), 'access token has expired')).toBe(401);
      service.ahead -= 11 * 60_000;
    });

    test('with a proof that is signed with a shared secret, or not at all', async () => {
      const { kid: _kid, ...jwk } = service.people.publicKey;
      const forged = await new SignJWT({ jti: '12345678', htm: 'GET', htu: `${service.origin}/identity`, iat: now() })
        .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk })
        .sign(new TextEncoder().encode('secret'.repeat(8)));
      expect(
        told(await anna.sendOnce('GET', '/identity', { headers: { dpop: forged } }), 'another signature than'),
      ).toBe(401);
    });

    test('with a proof that carries its private key', async () => {
      const jwk = { kty: 'oct', k: Buffer.from('secret'.repeat(8)).toString('base64url') };
      const key = await importJWK({ ...jwk, alg: 'HS256' });
      const forged = await new SignJWT({}).setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk }).sign(key);
      expect((await anna.sendOnce('GET', '/identity', { headers: { dpop: forged } })).status).toBe(401);
    });
  });

  describe('a request of somebody who may is refused', () => {
    const body = { reason: 'faster', change: { action: 'promote', versions: { 'mfe-hubs': '1.0.0' } } };
    const bytes = (value: string) => ({
      body: new TextEncoder().encode(value),
      headers: { 'content-type': 'application/json' },
    });
    const CASES: readonly (readonly [string, Parameters<ProofClient['send']>[2], number, string])[] = [
      ['with a huge body', { body: { ...body, reason: 'x'.repeat(100_000) } }, 413, 'larger'],
      ['with bad JSON', bytes('{"reason": '), 400, 'not JSON'],
      ['with no body', bytes(''), 400, 'empty'],
      [
        'with a body of another type',
        { ...bytes('reason=x'), headers: { 'content-type': 'text/plain' } },
        415,
        'another type',
      ],
      ['with an unknown field', { body: { ...body, force: true } }, 400, 'force'],
      ['with a name of its own', { body: { ...body, by: 'ben@example.com' } }, 400, '"by"'],
      [
        'for somebody whose name says that it was approved',
        { body: { ...body, actsFor: 'Ben", approved by "carl@example.com' } },
        400,
        'actsFor',
      ],
      ['with an unknown action', { body: { ...body, change: { action: 'delete' } } }, 400, 'change.action'],
      ['with a prototype for a field', bytes('{"__proto__": {"reason": "x"}}'), 400, 'not JSON'],
      [
        'for a part with an impossible name',
        { body: { ...body, change: { action: 'promote', versions: { '../x': '1.0.0' } } } },
        400,
        'change.versions',
      ],
    ];
    test.each(CASES)('%s', async (_what, request, status, detail) => {
      const answer = await anna.send('POST', '/requests', request);
      expect(told(answer, detail)).toBe(status);
      expect(answer.body['kind']).toBe('usage');
    });

    test.each(['Authorization', 'DPoP', 'Content-Type'])('with two headers "%s"', async (name) => {
      const proof = keep(await anna.proof('GET', '/identity'));
      const given: Record<string, string> = {
        Authorization: `DPoP ${anna.accessToken}`,
        DPoP: proof,
        'Content-Type': 'application/json',
      };
      const { status, answer } = await sendTwice('/identity', given, name);
      expect(status).toBe(400);
      expect(JSON.parse(answer)).toMatchObject({
        kind: 'usage',
        detail: expect.stringContaining(`"${name.toLowerCase()}"`),
      });
    });

    test.each([
      '/objects/../package.json',
      '/objects/.reserve',
      '/objects/releases%2F..%2F..%2Fx',
      '/objects?prefix=../',
      '/objects/a//b',
    ])('for an object outside the store: %s', async (path) => {
      const answer = await anna.send('GET', path);
      expect([400, 401, 404]).toContain(answer.status);
    });

    test('as if the service were a proxy', async () => {
      const given = { Authorization: `DPoP ${anna.accessToken}`, DPoP: keep(await anna.proof('GET', '/identity')) };
      const { status, answer } = await sendTwice('http://other.example.com/identity', given, 'Accept');
      expect(status).toBe(400);
      expect(JSON.parse(answer)).toMatchObject({ kind: 'usage', detail: expect.stringContaining('one to a proxy') });
    });

    test('for an address that does not exist', async () => {
      expect(told(await anna.send('GET', '/nothing'), 'nothing at this address')).toBe(404);
    });
  });

  test('a token in a wrong place is not logged either', async () => {
    const client = await service.client();
    const token = keep(await service.pipelines.workloadToken(AUDIENCE));
    await client.exchange('a.b.c', { grant_type: token });
    await anna.send('POST', '/requests', { body: { reason: [token], [token]: token } });
    const change = { action: 'yank', name: 'mfe-hubs', version: '1.0.0' };
    await anna.send('POST', '/requests', { body: { reason: 'x', change, [token]: token } });
    await anna.send('GET', `/${token}`);
    expect((await anna.send('GET', `/objects?prefix=${token}&a=${token}`)).status).toBe(400);
  });

  test('each reason has words of its own, and nothing was changed', async () => {
    expect(new Set(answers.values()).size).toBe(answers.size);
    expect(answers.size).toBeGreaterThan(40);
    expect(await service.sample.store.driver.list('')).toEqual(objects);
  });

  test('no line of the log has a token or a proof [T440]', () => {
    const lines = service.lines.join('\n');
    expect(lines).toContain('request-refused');
    // The first answer to an honest client is one, too.
    expect(lines).not.toContain('The proof has no nonce');
    expect(secrets.size).toBeGreaterThan(15);
    for (const secret of [...secrets, anna.accessToken].filter((each) => each.length > 40)) {
      expect(lines).not.toContain(secret);
      expect(lines).not.toContain(secret.split('.').at(-1) || secret);
    }
    expect(lines).not.toMatch(/eyJ/);
  });

  /** Sends a request with one header twice, which `fetch` would join. */
  function sendTwice(
    path: string,
    headers: Readonly<Record<string, string>>,
    twice: string,
  ): Promise<{ status: number; answer: string }> {
    return new Promise((resolve, reject) => {
      const raw = Object.entries({ Host: new URL(service.origin).host, ...headers }).flatMap(([name, value]) =>
        name === twice ? [name, value, name, value] : [name, value],
      );
      const sent = httpRequest(service.origin, { path, headers: raw }, (response) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, answer }), reject);
      });
      sent.on('error', reject);
      sent.end();
    });
  }
}
