import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Listening } from '@portal/node-kit/listen';
import { listen } from '@portal/node-kit/listen';
import { textLog } from '@portal/node-kit/testing/text-log';
import { SampleStore } from '@portal/release/operations/testing';
import { endCanary, promoteAll, rollBack } from '@portal/release/testing';
import { NO_SETTINGS } from '../settings/settings.ts';
import { CountingServer, UNGUARDED } from '../testing.ts';
import type { Watcher, WatcherEvent } from '../watcher.ts';
import { startWatcher } from '../watcher.ts';
import { startMailbox } from '../testing/mailbox.ts';
import { sign } from './webhook.ts';

/** Tests of what is told to webhooks and by mail. */
export function testAnnouncements(): void {
  const MINUTE = 60_000;
  const KEY = Buffer.from('a secret of twenty-four b');
  let now = 0;
  let sample: SampleStore;
  let hook: Listening;
  let status = 204;
  let watcher: Watcher | undefined;
  let posts: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  let lines: string[] = [];
  let records: WatcherEvent[] = [];

  beforeEach(async () => {
    now = Date.now();
    [status, posts, lines, records] = [204, [], [], []];
    sample = await SampleStore.make();
    await sample.publish('mfe-hubs', '1.1.0');
    hook = await listen(
      (request, response) => {
        void text(request).then((body) => {
          posts.push({ headers: request.headers, body });
          // 0: never.
          if (status > 0) response.writeHead(request.url === '/well' ? 204 : status).end();
        });
      },
      { port: 0, host: '127.0.0.1', variable: 'PORT' },
    );
  });
  afterEach(async () => {
    await watcher?.close();
    await hook.close();
    await sample.remove();
  });

  function start(servers: readonly string[] = [], mail = NO_SETTINGS.mail, paths = ['/secret-path']): Watcher {
    const webhooks = paths.map((path) => ({ url: `http://127.0.0.1:${String(hook.port)}${path}`, key: KEY }));
    const settings = { ...UNGUARDED, webhooks, mail };
    const log = textLog(lines);
    const record = (event: WatcherEvent) => records.push(event);
    watcher = startWatcher({ store: sample.store, servers, settings, now: () => now, intervalMs: null, log, record });
    return watcher;
  }

  /** Looks once, and waits until the receivers have answered. */
  async function look(): Promise<void> {
    await watcher?.look();
    await watcher?.delivered();
  }

  const said = () =>
    posts.map(({ body }) => (JSON.parse(body) as { readonly data: { readonly text: string } }).data.text);
  /** The ids of what was told about the store, without their time: "store.damaged-held-1". */
  const told = () => posts.map(({ headers }) => String(headers['webhook-id']).replace(/-\d{4}-\d\d-\d\dT.*$/, ''));

  test('a signature is that of the vector which Standard Webhooks publishes', () => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    expect(sign(key, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  test('a rollback by anybody is told by a signed webhook; a promotion and what was before the start are not', async () => {
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await rollBack(sample.store, 'mfe-hubs');
    start();
    await look();
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await look();
    expect(posts).toEqual([]);
    await rollBack(sample.store, 'mfe-hubs', '1.0.0', { by: 'anna@example.com', reason: 'Hubs do not load' });
    await look();
    const [{ headers, body } = { headers: {}, body: '' }] = posts;
    expect(JSON.parse(body)).toMatchObject({
      type: 'part.rolled-back',
      data: {
        text: expect.stringMatching(/mfe-hubs .*1\.1\.0 .*1\.0\.0 .*: Hubs do not load$/),
        part: 'mfe-hubs',
        version: '1.1.0',
        release: 6,
        by: 'anna@example.com',
      },
    });
    const [id, timestamp] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
    expect([id, timestamp]).toEqual(['part.rolled-back-6-mfe-hubs-1.1.0', Math.floor(now / 1000)]);
    expect(headers['webhook-signature']).toBe(sign(KEY, id, timestamp, body));
  });

  describe('a version that everybody has newly got', () => {
    const SLOT = 20_000;
    let server: CountingServer;

    beforeEach(async () => {
      server = await new CountingServer(now).start();
      await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna@example.com' });
      start([server.address]);
      await look();
    });
    afterEach(() => server.stop());

    /** Visits in a slot of their own; then the watcher looks. */
    async function visit(visits: number, failures: number): Promise<void> {
      const failed: [number, number][] = failures > 0 ? [[0, failures]] : [];
      server.count(now, { release: 2, version: '1.1.0', visits, failed });
      now += SLOT;
      server.visits.at = new Date(now).toISOString();
      await look();
    }

    test('is told once when fifty of its first visits have failed, and stays', async () => {
      await visit(30, 30);
      await visit(19, 19);
      expect(posts).toEqual([]);
      await visit(1, 1);
      await visit(300, 300);
      expect(posts.map(({ body }): unknown => JSON.parse(body))).toMatchObject([
        { type: 'part.fails', data: { part: 'mfe-hubs', version: '1.1.0', release: 2 } },
      ]);
      expect(said()).toEqual([expect.stringMatching(/ 50 of its first 50 .*rollback mfe-hubs --reason/)]);
      expect(watcher?.status().announcements).toMatchObject([{ type: 'part.fails' }]);
      expect((await sample.store.latestRelease())?.remotes['mfe-hubs']?.version).toBe('1.1.0');
    });

    test('is told if all visits of its first moment failed, however many there were', async () => {
      await visit(300, 300);
      expect(said()).toHaveLength(1);
    });

    test('is not told if it fails rarely, or only after its first hundred visits', async () => {
      await visit(120, 55);
      await visit(300, 300);
      expect(posts).toEqual([]);
    });

    test('is not told a day later, when its first visits are forgotten', async () => {
      now += 24 * 60 * MINUTE;
      await visit(300, 300);
      expect(posts).toEqual([]);
    });
  });

  test('the log has neither the name nor the reason of a person, nor any other text of an announcement', async () => {
    const by = 'Anna Meier';
    start();
    await look();
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    await endCanary(sample.store, 'mfe-hubs', { by, reason: 'Ben told me so' });
    await rollBack(sample.store, 'mfe-legal', null, { by, reason: 'Ben told me so' });
    await look();
    sample.store.driver.list = () => Promise.reject(new Error('the disk of Ben is gone'));
    for (let round = 0; round < 2; round += 1) await look();
    expect(said()).toEqual([
      expect.stringContaining('Anna Meier: Ben told me so'),
      expect.stringContaining('Anna Meier: Ben told me so'),
      expect.stringContaining('the disk of Ben is gone'),
    ]);
    expect(records).toEqual([
      { event: 'canary.ended', who: undefined, what: 'mfe-hubs 1.1.0', release: 3 },
      { event: 'part.rolled-back', who: undefined, what: 'mfe-legal 1.0.0', release: 4 },
      {
        event: 'store.damaged',
        who: undefined,
        what: `store.damaged-unreadable-${new Date(now).toISOString().slice(0, 16)}Z`,
        release: undefined,
      },
    ]);
  });

  test('a receiver that fails is shown and tried again, later each time, and stops nothing [T438]', async () => {
    start();
    await look();
    status = 500;
    await rollBack(sample.store, 'mfe-hubs', null);
    await look();
    const name = `webhook http://127.0.0.1:${String(hook.port)}`;
    expect(watcher?.status()).toMatchObject({
      release: 2,
      receivers: [{ name, waiting: 1, sentAt: null, problem: expect.stringContaining('500') }],
    });
    await look();
    now += 5000;
    await look();
    now += 5000;
    await look();
    expect(posts).toHaveLength(2);
    status = 204;
    now += MINUTE;
    await look();
    expect(new Set(posts.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set(['part.rolled-back-2-mfe-hubs-1.0.0']),
    );
    expect(watcher?.status().receivers).toEqual([
      { name, waiting: 0, sentAt: new Date(now).toISOString(), problem: null },
    ]);
    expect(lines.join('\n')).not.toContain('secret');
  });

  test('a receiver that fails is logged when that begins, for each announcement, and when it takes one again', async () => {
    start();
    await look();
    status = 500;
    await rollBack(sample.store, 'mfe-hubs', null);
    for (let round = 0; round < 3; round += 1) {
      await look();
      now += MINUTE;
    }
    const name = `webhook http://127.0.0.1:${String(hook.port)}`;
    const problem = expect.stringMatching(new RegExp(`^${name} .*part.rolled-back-2-mfe-hubs-1.0.0.* 500$`));
    expect(posts).toHaveLength(3);
    expect(lines).toEqual([problem]);
    status = 204;
    now += 30 * MINUTE;
    for (let round = 0; round < 2; round += 1) await look();
    expect(lines).toEqual([problem, expect.stringContaining(name)]);
  });

  test('a receiver that takes announcements is no end of the problem of another one at the same origin', async () => {
    start([], NO_SETTINGS.mail, ['/secret-path', '/well']);
    await look();
    status = 500;
    await rollBack(sample.store, 'mfe-hubs', null);
    await look();
    await rollBack(sample.store, 'mfe-legal', null);
    await look();
    expect(posts).toHaveLength(4);
    expect(lines).toEqual([expect.stringContaining('-2-mfe-hubs-'), expect.stringContaining('-3-mfe-legal-')]);
  });

  test('a receiver that never answers does not hold the end of the process', async () => {
    start();
    await look();
    status = 0;
    await rollBack(sample.store, 'mfe-hubs', null);
    await watcher?.look();
    await watcher?.close();
    expect(watcher?.status().receivers).toMatchObject([{ waiting: 1, problem: null }]);
    expect(lines).toEqual([]);
  });

  test('an announcement that nobody takes is given up after the last try', async () => {
    start();
    await look();
    status = 500;
    await rollBack(sample.store, 'mfe-hubs', null);
    for (let round = 0; round < 10; round += 1) {
      await look();
      now += 120 * MINUTE;
    }
    expect(posts).toHaveLength(6);
    expect(watcher?.status().receivers).toMatchObject([{ waiting: 0, problem: expect.stringContaining('500') }]);
  });

  test('a damaged release is told once, and again when the store is whole', async () => {
    start();
    await look();
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await look();
    const release = await sample.read('releases/000002.json');
    await sample.plant('releases/000003.json', {});
    await sample.write('releases/000003.json', '{');
    for (let round = 0; round < 4; round += 1) await look();
    await sample.plant('releases/000003.json', JSON.parse(release.replace('"number": 2', '"number": 3')));
    for (let round = 0; round < 2; round += 1) await look();
    expect(told()).toEqual(['store.damaged-damaged-3', 'store.whole-damaged-3']);
    const [begun = '', over] = said();
    expect(begun).toContain('npm run release -- status');
    expect(over).toContain(begun);
  });

  test('a store whose folder is away is told, and the history before is not told when it is back', async () => {
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await rollBack(sample.store, 'mfe-hubs');
    const away = jest.spyOn(sample.store, 'releaseNumbers').mockResolvedValue([]);
    start();
    // Also where it is away when the watcher starts.
    await look();
    away.mockRestore();
    await look();
    expect(said()).toEqual([]);
    const awayAgain = jest.spyOn(sample.store, 'releaseNumbers').mockResolvedValue([]);
    for (let round = 0; round < 2; round += 1) await look();
    awayAgain.mockRestore();
    await look();
    expect(told()).toEqual(['store.damaged-unreadable', 'store.whole-unreadable']);
    expect(said()[0]).toContain('3 releases');
  });

  test('where the store has no release at all, nobody is told to restart web servers, which would then serve nothing', async () => {
    const server = await new CountingServer(now, { served: 35 }).start();
    jest.spyOn(sample.store, 'releaseNumbers').mockResolvedValue([]);
    start([server.address]);
    for (let round = 0; round < 2; round += 1) await look();
    expect(told()).toEqual(['store.damaged-ahead-35']);
    expect(said()[0]).not.toContain('npm run release -- store restore');
    await server.stop();
  });

  test('damage that comes back later is another announcement, which no receiver takes for the first one', async () => {
    const server = await new CountingServer(now).start();
    start([server.address]);
    for (const heldBack of [[1], [], [1], []]) {
      server.visits.heldBack = heldBack;
      for (let round = 0; round < 2; round += 1) await look();
      now += MINUTE;
    }
    expect(said()).toHaveLength(4);
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
    await server.stop();
  });

  test('a web server that refuses the log of its store is told, with the reason', async () => {
    const server = await new CountingServer(now, { refuses: 'shorter' }).start();
    start([server.address]);
    for (let round = 0; round < 3; round += 1) await look();
    expect(told()).toEqual([`store.damaged-refused-shorter-${new URL(server.address).host}`]);
    await server.stop();
  });

  test('a release that web servers hold back is told, and so are web servers that are ahead of a restored store', async () => {
    const servers = [await new CountingServer(now).start(), await new CountingServer(now, { instance: 'two' }).start()];
    const [one, two] = servers;
    if (!one || !two) throw new Error('no servers');
    start(servers.map(({ address }) => address));
    await look();
    one.visits.heldBack = [1];
    for (let round = 0; round < 3; round += 1) await look();
    one.visits.heldBack = [];
    two.visits.served = 35;
    for (let round = 0; round < 3; round += 1) await look();
    expect(told()).toEqual(['store.damaged-held-1', 'store.whole-held-1', 'store.damaged-ahead-35']);
    expect(said()).toEqual([
      expect.stringContaining('1 of 2'),
      expect.any(String),
      expect.stringContaining('npm run release -- store restore'),
    ]);
    for (const server of servers) await server.stop();
  });

  test('mail tells the same, with a subject that says what happened', async () => {
    const mailbox = await startMailbox();
    const { host, port } = mailbox;
    const login = { user: 'watcher', pass: 'a password' };
    start([], {
      host,
      port,
      security: 'none',
      login,
      from: 'releases@example.com',
      to: ['team@example.com', 'anna@example.com'],
    });
    await look();
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    await endCanary(sample.store, 'mfe-hubs', { by: 'anna@example.com', reason: 'Hubs do not load' });
    await look();
    await mailbox.close();
    expect(mailbox.mails).toEqual([
      {
        to: ['team@example.com', 'anna@example.com'],
        user: 'watcher',
        text: expect.stringMatching(/^Subject: .*mfe-hubs 1\.1\.0\r$/m),
      },
    ]);
    expect(mailbox.mails[0]?.text.replaceAll('=\r\n', '')).toContain('anna@example.com: Hubs do not load');
    expect(lines).toEqual([]);
  });
}
