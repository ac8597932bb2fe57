import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfiguration } from '@portal/release/access/configuration';
import { promoteAll } from '@portal/release/testing';
import { ANNA, AUDIENCE, BEN, sampleAccess, SampleService } from './testing.ts';
import type { ProofClient } from './testing.ts';

/** Tests of changes that need a second person. */
export function testApprovals(): void {
  const DAY_MS = 24 * 60 * 60_000;

  let service: SampleService;
  let anna: ProofClient;
  let ben: ProofClient;

  beforeEach(async () => {
    service = await SampleService.start({}, { approvals: [{ changes: ['promote', 'yank'], parts: ['mfe-hubs'] }] });
    for (const version of ['1.1.0', '1.2.0']) await service.sample.publish('mfe-hubs', version);
    await service.sample.publish('mfe-legal', '1.1.0');
    [anna, ben] = [await service.signIn(ANNA), await service.signIn(BEN)];
  });
  afterEach(() => service.stop());

  const promote = (version: string, name = 'mfe-hubs') => ({
    reason: 'faster',
    change: { action: 'promote', versions: { [name]: version } },
  });
  const EVERYWHERE = { changes: ['promote' as const], parts: '*' as const };
  const issuers = () => {
    const [people, pipelines] = sampleAccess(service.people.url, service.pipelines.url).issuers;
    if (!people || !pipelines) throw new Error('the sample has two issuers');
    return { people, pipelines };
  };
  const live = async () => (await service.sample.store.latestRelease())?.number;

  /** Asks for a promotion of mfe-hubs. Returns the address of its approval. */
  async function ask(client: ProofClient = anna, body: object = promote('1.1.0')): Promise<string> {
    const answer = await client.send('POST', '/requests', { body });
    expect(answer.status).toBe(202);
    const { id } = answer.body['waits'] as { id: string };
    return `/approvals/${id}`;
  }

  const yes = { body: { answer: 'yes' } };

  describe('a change that needs a second person', () => {
    test('waits, and is carried out after the yes of somebody else; the history names both', async () => {
      const address = await ask();
      expect(await live()).toBe(1);
      expect((await ben.send('GET', '/approvals')).body).toMatchObject({
        approvals: [
          {
            actor: { name: 'anna@example.com' },
            request: promote('1.1.0'),
            changes: [
              { kind: 'live', name: 'mfe-hubs', from: '1.0.0', to: '1.1.0' },
              { kind: 'fallback', to: '1.0.0' },
            ],
            mayAnswer: true,
          },
        ],
      });
      expect(await ben.send('POST', address, yes)).toMatchObject({
        status: 200,
        body: {
          outcome: 'released',
          release: { number: 2, createdBy: 'anna@example.com, approved by ben@example.com', reason: 'faster' },
        },
      });
      expect((await ben.send('GET', '/approvals')).body).toEqual({ approvals: [] });
      // Proved, and signed.
      expect((await service.sample.store.log()).findEntry('releases/000002.json')?.leaf).toMatchObject({
        actor: {
          kind: 'person',
          issuer: service.people.url,
          subject: 'anna',
          name: 'anna@example.com',
          approvedBy: { issuer: service.people.url, subject: 'ben', name: 'ben@example.com' },
        },
      });
    });

    test('is only said to need one in a dry run, which changes nothing and asks nobody', async () => {
      expect(await anna.send('POST', '/requests?dryRun=true', { body: promote('1.1.0') })).toMatchObject({
        status: 200,
        body: { outcome: 'released', release: { number: 2 }, dryRun: true, needsApproval: true },
      });
      expect((await ben.send('GET', '/approvals')).body).toEqual({ approvals: [] });
      expect(await live()).toBe(1);
      expect(service.lines.at(-1)).toContain('"event":"dry-run"');
      const address = await ask();
      expect(await ben.send('POST', `${address}?dryRun=true`, yes)).toMatchObject({ body: { dryRun: true } });
      expect((await ben.send('GET', '/approvals')).body).toMatchObject({ approvals: [{ mayAnswer: true }] });
    });

    test('cannot be approved by who asked', async () => {
      const address = await ask();
      expect((await anna.send('GET', '/approvals')).body).toMatchObject({ approvals: [{ mayAnswer: false }] });
      const answer = await anna.send('POST', address, yes);
      expect(answer).toMatchObject({ status: 403, body: { refusals: [{ rule: 'not-allowed' }] } });
      expect(await live()).toBe(1);
    });

    test('cannot be approved by who asked under another account with another name, and the same address', async () => {
      const { people, pipelines } = issuers();
      await service.configure({ issuers: [{ ...people, name: 'sub' }, pipelines], approvals: [EVERYWHERE] });
      const address = await ask(await service.signIn(ANNA));
      const other = await service.signIn({ ...ANNA, sub: 'anna-2' });
      expect((await other.send('POST', address, yes)).status).toBe(403);
    });

    test('is not carried out once the rules no longer allow it to who asked', async () => {
      const address = await ask();
      const who = { issuer: service.people.url, email: BEN.email };
      await service.configure({ rules: [{ who, may: ['promote', 'approve'], parts: '*' }] });
      expect(await ben.send('POST', address, yes)).toMatchObject({
        status: 403,
        body: { refusals: [{ rule: 'not-allowed', sides: ['anna@example.com', 'mfe-hubs'] }] },
      });
      expect(await live()).toBe(1);
    });

    test('is carried out for a pipeline whose rule names claims', async () => {
      const job = await service.job({ user_id: '3' });
      const address = await ask(job);
      expect((await ben.send('POST', address, yes)).body).toMatchObject({ outcome: 'released' });
      const [key = ''] = await service.sample.store.documentKeys(address.slice(1));
      expect(JSON.parse(await service.sample.read(key))).toMatchObject({
        identity: { claims: { ref_protected: 'true', user_id: '3' } },
      });
      expect(await service.sample.read(key)).not.toContain('ref_type"');
    });

    test('cannot be approved by a pipeline, whatever it may', async () => {
      const { rules } = sampleAccess(service.people.url, service.pipelines.url);
      const all = rules.map((rule) => ({ ...rule, may: [...rule.may, 'approve' as const] }));
      await service.configure({ rules: all, approvals: [EVERYWHERE] });
      const address = await ask();
      expect((await (await service.job()).send('POST', address, yes)).status).toBe(403);
    });

    test.each([
      ['its token does not say', {}, '"user_id"'],
      ['the rules do not know this person', { user_id: '4' }, '"4"'],
      ['an object has this name by itself', { user_id: 'constructor' }, '"constructor"'],
    ])('cannot be asked for by a pipeline of which nobody knows who started it: %s', async (_why, claims, missing) => {
      const answer = await (await service.job(claims)).send('POST', '/requests', { body: promote('1.1.0') });
      expect([answer.status, answer.body['detail']]).toEqual([403, expect.stringContaining(missing)]);
      expect((await ben.send('GET', '/approvals')).body).toEqual({ approvals: [] });
    });

    test('cannot be asked for by a pipeline whose issuer never says who started it', async () => {
      const { people, pipelines } = issuers();
      const { startedBy: _untold, ...silent } = pipelines;
      await service.configure({ issuers: [people, silent], approvals: [EVERYWHERE] });
      const body = promote('1.1.0');
      const answer = await (await service.job({ user_id: '1' })).send('POST', '/requests', { body });
      expect([answer.status, answer.body['detail']]).toEqual([403, expect.stringContaining('"startedBy"')]);
    });

    test('cannot be approved by who started the pipeline, where people have no names and no addresses', async () => {
      const { people, pipelines } = issuers();
      await service.configure({ issuers: [{ ...people, name: 'sub' }, pipelines], approvals: [EVERYWHERE] });
      const address = await ask(await service.job({ user_id: '1', user_email: 'anna@example.com' }));
      const unnamed = await service.signIn({ ...ANNA, email_verified: false });
      expect((await unnamed.send('POST', address, yes)).status).toBe(403);
    });

    test('cannot be approved by somebody of another issuer, who could be the same', async () => {
      const { people, pipelines } = issuers();
      const other = { ...pipelines, kind: 'person' as const, name: 'email' };
      const { startedBy: _none, ...second } = other;
      const may = ['promote' as const, 'approve' as const];
      const rules = [people, second].map(({ issuer }) => ({
        who: { issuer, role: 'release-manager' },
        may,
        parts: '*' as const,
      }));
      await service.configure({ issuers: [people, second], rules, approvals: [EVERYWHERE] });
      const address = await ask();
      const elsewhere = await service.client();
      await elsewhere.signIn(await service.pipelines.personToken({ ...BEN, sub: 'ben-2' }, AUDIENCE));
      expect((await elsewhere.send('POST', address, yes)).status).toBe(403);
      expect((await ben.send('POST', address, yes)).status).toBe(200);
    });

    test.each([
      'Anna@example.com',
      'Anna+2@example.com',
      'anna+release+2@EXAMPLE.com',
      'ａｎｎａ@example.com',
      'an\u200Bna@example.com',
      'an\u00ADna@example.com',
      '\u202Eanna@example.com',
      '"anna"@example.com',
      'anna@example.com.',
    ])('cannot be approved by who asked under another account with the address %s', async (email) => {
      const address = await ask();
      const other = await service.signIn({ ...ANNA, sub: 'anna-2', email });
      expect((await other.send('POST', address, yes)).status).toBe(403);
    });

    test.each([
      ['a share', { percent: 50 }],
      ['the largest share', { percent: 99 }],
      ['a plan that gets there', { percent: 10, stages: [10, 60].map((percent) => ({ percent, minutes: 1 })) }],
    ])('is also a canary that counts as a promotion: %s', async (_what, share) => {
      const { reason, change } = promote('1.1.0');
      await ask(anna, { reason, change: { ...change, ...share } });
      expect(await live()).toBe(1);
    });

    test('is a canary from the share that the rule names', async () => {
      await service.configure({ approvals: [{ ...EVERYWHERE, promotionFrom: 20 }] });
      const { reason, change } = promote('1.1.0');
      await ask(anna, { reason, change: { ...change, percent: 20 } });
      const smaller = { reason, change: { ...change, percent: 19 } };
      expect((await anna.send('POST', '/requests', { body: smaller })).status).toBe(200);
    });

    test('can be no promotion that calls itself a rollback', async () => {
      const change = { action: 'rollback', name: 'mfe-hubs', to: '1.2.0' };
      await ask(anna, { reason: 'back to the future', change });
      expect(await live()).toBe(1);
    });

    test('cannot be approved by the person who started the pipeline that asked', async () => {
      const job = await service.job({ user_id: '2' });
      const address = await ask(job);
      expect((await ben.send('POST', address, yes)).status).toBe(403);
      expect((await anna.send('POST', address, yes)).status).toBe(200);
    });

    test('cannot be approved by who may not approve', async () => {
      const address = await ask();
      expect((await (await service.job()).send('POST', address, yes)).status).toBe(403);
      expect(await live()).toBe(1);
    });

    test('is not carried out after a no, and not asked again', async () => {
      const address = await ask();
      const no = { body: { answer: 'no', reason: 'not on a Friday' } };
      expect((await ben.send('POST', address, no)).body).toEqual({ outcome: 'declined' });
      expect((await ben.send('POST', address, yes)).status).toBe(422);
      expect(await live()).toBe(1);
    });

    test('still waits after a restart', async () => {
      const address = await ask();
      await service.restart();
      ben = await service.signIn(BEN);
      expect((await ben.send('POST', address, yes)).body).toMatchObject({ outcome: 'released' });
    });

    test('stays what was asked when another part was released meanwhile', async () => {
      const address = await ask();
      await promoteAll(service.sample.store, { 'mfe-legal': '1.1.0' });
      expect((await ben.send('POST', address, yes)).body).toMatchObject({
        outcome: 'released',
        release: { number: 3 },
      });
    });

    test('is a conflict when its own part was released meanwhile, and changes nothing', async () => {
      const address = await ask();
      await promoteAll(service.sample.store, { 'mfe-hubs': '1.2.0' }, { by: 'carl' });
      const answer = await ben.send('POST', address, yes);
      expect(answer).toMatchObject({ status: 409, body: { kind: 'overtaken', live: { number: 2, by: 'carl' } } });
      expect(await live()).toBe(2);
    });

    test('is released once when two people say yes at the same time', async () => {
      const address = await ask();
      const carl = await service.signIn({ sub: 'carl', email: 'carl@example.com', roles: ['release-manager'] });
      const answers = await Promise.all([ben, carl].map((client) => client.send('POST', address, yes)));
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      expect(await live()).toBe(2);
    });

    test('waits for a week at most', async () => {
      const address = await ask();
      service.ahead += 7 * DAY_MS;
      const iat = Math.floor(Date.now() / 1000) + (7 * DAY_MS) / 1000;
      ben = await service.client();
      await ben.signIn(await service.people.personToken(BEN, 'release-command', iat));
      expect((await ben.send('GET', '/approvals')).body).toEqual({ approvals: [] });
      expect((await ben.send('POST', address, yes)).status).toBe(422);
    });

    test('is refused at once when it breaks a rule, so that nobody is asked in vain', async () => {
      const answer = await anna.send('POST', '/requests', { body: promote('9.9.9') });
      expect(answer).toMatchObject({ status: 422, body: { refusals: [{ rule: 'not-published' }] } });
      expect((await ben.send('GET', '/approvals')).body).toEqual({ approvals: [] });
    });
  });

  describe('access rules that need a second person', () => {
    const access = () => sampleAccess(service.people.url, service.pipelines.url);
    const approvals = [{ changes: ['promote' as const, 'configure' as const], parts: '*' as const }];
    const askForRules = async () => {
      const answer = await anna.send('POST', '/configuration', { body: { access: access(), reason: 'nobody else' } });
      expect(answer.status).toBe(202);
      const { id } = answer.body['waits'] as { id: string };
      return `/approvals/${id}`;
    };
    const newest = () => readConfiguration(service.sample.store);

    beforeEach(() => service.configure({ approvals }));

    test('wait, count after the yes of somebody else who has seen what they change, and the history names both', async () => {
      const address = await askForRules();
      expect(await newest()).toMatchObject({ number: 2, access: { approvals } });
      expect((await anna.send('POST', address, yes)).status).toBe(403);
      expect((await ben.send('GET', '/approvals')).body).toMatchObject({
        approvals: [{ changes: [], ruleChanges: [`- approval ${JSON.stringify(approvals[0])}`], mayAnswer: true }],
      });
      expect(await ben.send('POST', address, yes)).toMatchObject({
        status: 200,
        body: { configuration: { number: 3, by: 'anna@example.com, approved by ben@example.com' } },
      });
      expect(await newest()).toMatchObject({ number: 3, access: { approvals: [] } });
      expect((await anna.send('POST', '/requests', { body: promote('1.1.0') })).status).toBe(200);
    });

    test('are refused when others count meanwhile', async () => {
      const address = await askForRules();
      await service.configure({ approvals });
      expect((await ben.send('POST', address, yes)).status).toBe(422);
      expect(await newest()).toMatchObject({ number: 3 });
      const stale = { access: access(), reason: 'late', expect: 2 };
      expect((await anna.send('POST', '/configuration', { body: stale })).status).toBe(422);
    });

    test('are not approved by who may approve some parts only', async () => {
      const [manager, ...others] = access().rules;
      if (!manager) throw new Error('the sample has rules');
      const some = { ...manager, may: ['approve' as const], parts: ['mfe-hubs'] };
      const rules = [{ ...manager, who: { issuer: service.people.url, email: ANNA.email } }, some, ...others];
      await service.configure({ rules, approvals });
      expect((await ben.send('POST', await askForRules(), yes)).status).toBe(403);
    });
  });

  test('other changes, and other parts, need no second person', async () => {
    expect((await anna.send('POST', '/requests', { body: promote('1.1.0', 'mfe-legal') })).status).toBe(200);
    const canary = { reason: 'try', change: { action: 'promote', versions: { 'mfe-hubs': '1.1.0' }, percent: 10 } };
    expect((await anna.send('POST', '/requests', { body: canary })).status).toBe(200);
  });

  test('an approval that was never asked for does not exist', async () => {
    expect((await ben.send('POST', '/approvals/0123456789abcdef', yes)).body['kind']).toBe('missing');
  });
}
