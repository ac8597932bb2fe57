import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import type { Access } from '@portal/release/access';
import { readConfiguration, readConfigurations } from '@portal/release/access/configuration';
import { ANNA, AUDIENCE, BEN, ProofClient, sampleAccess, SampleService } from './testing.ts';

/** Tests of who may do what, of the access rules and of the limits. */
export function testAccess(): void {
  let service: SampleService;
  beforeAll(async () => {
    service = await SampleService.start();
    for (const name of ['mfe-hubs', 'mfe-legal']) await service.sample.publish(name, '1.1.0');
  });
  afterAll(() => service.stop());

  const promote = (name: string, percent?: number) => ({
    body: {
      reason: 'a test',
      change: { action: 'promote', versions: { [name]: '1.1.0' }, ...(percent !== undefined && { percent }) },
    },
  });

  const formatSubject = (project: string, branch = 'main') => `project_path:${project}:ref_type:branch:ref:${branch}`;
  const WANTED = `"${formatSubject('acme/mfe-hubs')}" with ref_protected "true"`;

  describe('a pipeline', () => {
    test('acts in the name of its project, for its own part', async () => {
      const job = await service.job();
      expect((await job.send('GET', '/identity')).body).toMatchObject({
        actor: { kind: 'pipeline', issuer: service.pipelines.url, name: 'acme/mfe-hubs' },
        may: [
          { permission: 'publish', parts: ['mfe-hubs'] },
          { permission: 'canary', parts: ['mfe-hubs'] },
          { permission: 'promote', parts: ['mfe-hubs'] },
        ],
      });
      expect((await job.send('POST', '/requests', promote('mfe-hubs', 10))).body).toMatchObject({
        release: { createdBy: 'acme/mfe-hubs' },
      });
    });

    test('may nothing with any other part, nor with both together [T372]', async () => {
      const job = await service.job();
      const before = await service.sample.store.releaseNumbers();
      const other = await job.send('POST', '/requests', promote('mfe-legal'));
      expect(other).toMatchObject({
        status: 403,
        body: { refusals: [{ rule: 'not-allowed', sides: ['acme/mfe-hubs', 'mfe-legal'] }] },
      });
      const versions = { 'mfe-hubs': '1.1.0', 'mfe-legal': '1.1.0' };
      const both = { reason: 'a test', change: { action: 'promote', versions } };
      expect((await job.send('POST', '/requests', { body: both })).body['refusals']).toHaveLength(1);
      const rollback = { reason: 'a test', change: { action: 'rollback', name: 'mfe-hubs' } };
      expect((await job.send('POST', '/requests', { body: rollback })).status).toBe(403);
      expect(await service.sample.store.releaseNumbers()).toEqual(before);
    });

    // Of the rules for other projects, nobody hears.
    test.each([
      ['of another branch', { branch: 'feature' }, WANTED],
      ['of a branch that is not protected', { ref_protected: 'false' }, WANTED],
      ['of another project', { project: 'acme/mfe-legal' }, 'the access rules'],
      ['of a project whose path only begins alike', { project: 'acme/mfe-hubs-2' }, 'the access rules'],
      ['of a project in a group of that name', { project: 'acme/mfe-hubs/fork' }, 'the access rules'],
    ])('%s is nobody, and hears its subject and what the rules want [T374]', async (_what, claims, wanted) => {
      const answer = await (await service.client()).exchange(await service.pipelines.workloadToken(AUDIENCE, claims));
      const { project, branch } = { project: 'acme/mfe-hubs', branch: undefined, ...claims };
      const sides = [`${project} as "${formatSubject(project, branch)}"`, wanted];
      expect(answer).toMatchObject({ status: 403, body: { refusals: [{ rule: 'not-allowed', sides }] } });
    });

    test('keeps its token across jobs of the same client, and the token ends with that of the CI', async () => {
      const token = await service.pipelines.workloadToken(AUDIENCE, {
        exp: Math.floor(Date.now() / 1000) + service.ahead / 1000 + 60,
      });
      const client = await service.client();
      expect((await client.exchange(token)).body['expires_in']).toBeLessThanOrEqual(60);
      expect((await client.exchange(token)).status).toBe(200);
    });
  });

  describe('whoever reads', () => {
    test('gets the keys and the bytes of the store as they are', async () => {
      const job = await service.job();
      const { body } = await job.send('GET', '/objects?prefix=releases/');
      expect(body['keys']).toContain('releases/000001.json');
      const answer = await job.send('GET', '/objects/releases/000001.json');
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.body['text']).toBe(await service.sample.read('releases/000001.json'));
      expect((await job.send('GET', '/objects/releases/000099.json')).body['kind']).toBe('missing');
    });
  });

  describe('the access rules', () => {
    test('are changed by who may configure, count at once, and stay in the history', async () => {
      const anna = await service.signIn(ANNA);
      const job = await service.job();
      const before = await readConfiguration(service.sample.store);
      const { access, number = 0 } = before ?? {};
      const rules = { ...access, rules: access?.rules.slice(0, 1) };
      const change = { access: rules, reason: 'no pipelines', expect: number };
      expect((await anna.send('POST', '/configuration', { body: change })).body).toMatchObject({
        configuration: { number: number + 1, by: 'anna@example.com', reason: 'no pipelines' },
      });
      expect((await job.send('GET', '/identity')).status).toBe(403);
      expect((await anna.send('POST', '/configuration', { body: change })).status).toBe(422);
      await service.configure({});
      expect((await job.send('GET', '/identity')).status).toBe(200);
      expect(await readConfigurations(service.sample.store)).toMatchObject([
        { by: 'an operator' },
        { by: 'anna@example.com' },
        { by: 'an operator' },
      ]);
    });

    test('are not changed by who may not configure', async () => {
      const job = await service.job();
      const access = sampleAccess(service.people.url, service.pipelines.url);
      const body = { access, reason: 'mine' };
      expect((await job.send('POST', '/configuration', { body })).status).toBe(403);
      expect((await job.send('POST', '/prunes', { body: { dryRun: true } })).status).toBe(403);
    });

    test('tell a branch that may less what they want for more', async () => {
      const who = { issuer: service.pipelines.url, subject: formatSubject('acme/mfe-hubs', '*') };
      const { rules } = sampleAccess(service.people.url, service.pipelines.url);
      await service.configure({ rules: [...rules, { who, may: ['check'], parts: ['mfe-hubs'] }] });
      const job = await service.job({ branch: 'feature' });
      expect((await job.send('POST', '/requests', promote('mfe-hubs'))).body).toMatchObject({
        refusals: [{ rule: 'not-allowed', remedy: expect.stringContaining(WANTED) }],
      });
      await service.configure({});
    });

    describe('that change while the body of a request is held back', () => {
      afterEach(() => service.configure({}));

      const onlyBen = () => [
        { who: { issuer: service.people.url, email: BEN.email }, may: ['promote' as const], parts: '*' as const },
        { who: { issuer: service.people.url, email: ANNA.email }, may: ['canary' as const], parts: '*' as const },
      ];
      const waiting = async () => {
        await service.configure({ approvals: [{ changes: ['promote'], parts: '*' }] });
        const asked = await (await service.signIn(BEN)).send('POST', '/requests', promote('mfe-legal'));
        return `/approvals/${(asked.body['waits'] as { id: string }).id}`;
      };
      const own = () => ({ access: sampleAccess(service.people.url, service.pipelines.url), reason: 'mine' });

      test.each([
        ['a change', async () => '/requests', () => promote('mfe-legal').body],
        ['new access rules', async () => '/configuration', own],
        ['a yes', waiting, () => ({ answer: 'yes' })],
      ])('count for %s', async (_what, path, body) => {
        await service.configure({});
        const address = await path();
        const anna = await service.signIn(ANNA);
        expect(await anna.sendHeld(address, body(), () => service.configure({ rules: onlyBen() }))).toBe(403);
      });
    });

    test('say where people sign in, and as which client of the release command', async () => {
      const asked = async (...people: readonly Partial<Access['issuers'][number]>[]) => {
        const [issuer, ...others] = sampleAccess(service.people.url, service.pipelines.url).issuers;
        const issuers = people.map((changes) => ({ ...issuer, ...changes }) as Access['issuers'][number]);
        await service.configure({ issuers: [...issuers, ...others], rules: [] });
        const response = await fetch(`${service.origin}/sign-in`);
        return [response.status, await response.json()];
      };
      expect(await asked({})).toEqual([200, { issuer: service.people.url, clientId: 'release-command' }]);
      const other = { issuer: 'https://other.example.com', audiences: ['a', 'b'], command: 'b' };
      expect(await asked({ audiences: ['release-console'] }, other)).toEqual([
        200,
        { issuer: other.issuer, clientId: 'b' },
      ]);
      expect(await asked({ audiences: ['release-console'] })).toEqual([
        404,
        expect.objectContaining({ kind: 'missing' }),
      ]);
      await service.configure({});
    });

    test('that cannot be read let nobody in, until an operator writes new ones', async () => {
      const anna = await service.signIn(ANNA);
      const { store } = service.sample;
      const newest = (await store.driver.list('configuration/')).toSorted().at(-1) ?? '';
      const intact = await service.sample.read(newest);
      await service.sample.write(newest, '{}');
      service.ahead += 2000;
      expect(await anna.send('GET', '/identity')).toMatchObject({ status: 503, body: { kind: 'store', key: newest } });
      await service.sample.write(newest, intact);
      expect((await anna.send('GET', '/identity')).status).toBe(200);
    });
  });

  describe('keys of an issuer', () => {
    test('may rotate: a token with the new key is accepted at once, one with the old key no more', async () => {
      const old = await service.pipelines.workloadToken(AUDIENCE);
      expect((await (await service.client()).exchange(old)).status).toBe(200);
      const reads = service.pipelines.keyReads;
      expect((await service.job()).accessToken).not.toBe('');
      expect(service.pipelines.keyReads).toBe(reads);
      const stolen = await service.pipelines.workloadToken(AUDIENCE);
      await service.pipelines.rotateKeys();
      expect((await service.job()).accessToken).not.toBe('');
      expect((await (await service.client()).exchange(stolen)).status).toBe(400);
    });
  });

  describe('limits', () => {
    let limited: SampleService;
    afterEach(() => limited.stop());

    test('of one identity for changes leave others alone, and say when to try again [T313]', async () => {
      limited = await SampleService.start({ limits: { changes: 2 } });
      const [anna, job] = [await limited.signIn(ANNA), await limited.job()];
      const send = (client: ProofClient) => client.send('POST', '/prunes', { body: { dryRun: true } });
      expect([await send(anna), await send(anna)].map(({ status }) => status)).toEqual([200, 200]);
      const answer = await send(anna);
      expect(answer).toMatchObject({ status: 429, body: { kind: 'busy' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await anna.send('GET', '/identity')).status).toBe(200);
      expect((await send(job)).status).toBe(403);
    });

    test('of one address for exchanges, and for everything', async () => {
      limited = await SampleService.start({ limits: { exchanges: 4 } });
      const client = await limited.client();
      const answers = [];
      for (let index = 0; index < 5; index += 1) answers.push((await client.exchange('a.b.c')).status);
      expect(answers).toEqual([400, 400, 400, 429, 429]);
      await limited.stop();
      limited = await SampleService.start({ limits: { address: 3 } });
      const asked = [];
      for (let index = 0; index < 4; index += 1) asked.push((await fetch(`${limited.origin}/livez`)).status);
      expect(asked).toEqual([200, 200, 200, 429]);
    });

    test.each([
      ['a trusted proxy names', '127.0.0.1, ::1', [200, 429, 200]],
      ['sends the request, as nobody else is believed', '', [200, 429, 429]],
    ])('count the address that %s', async (_what, trusted, expected) => {
      limited = await SampleService.start({ limits: { address: 1 }, trustedProxies: TrustedProxies.of(trusted) });
      const asked = [];
      const malformed = [];
      for (const visitor of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
        const answer = await fetch(`${limited.origin}/livez`, { headers: { 'x-forwarded-for': visitor } });
        asked.push(answer.status);
        malformed.push((await fetch(`${limited.origin}/%zz`, { headers: { 'x-forwarded-for': visitor } })).status);
      }
      expect(asked).toEqual(expected);
      expect(malformed).toEqual([429, 429, 429]);
    });
  });

  test('a restart forgets no token that was used, and keeps no token itself [T396]', async () => {
    const stateFolder = await mkdtemp(join(tmpdir(), 'portal-service-'));
    const kept = await SampleService.start({ stateFolder });
    try {
      const token = await kept.pipelines.workloadToken(AUDIENCE);
      const owner = await kept.client();
      expect((await owner.exchange(token)).status).toBe(200);
      await kept.restart();
      const thief = await ProofClient.make(kept.origin);
      expect((await thief.exchange(token)).status).toBe(400);
      expect((await owner.exchange(token)).status).toBe(200);
      expect(await readFile(join(stateFolder, 'used-tokens'), 'utf8')).not.toMatch(/eyJ|\./);
    } finally {
      await kept.stop();
      await rm(stateFolder, { recursive: true });
    }
  });
}
