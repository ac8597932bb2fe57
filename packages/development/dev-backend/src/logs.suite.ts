import { describe, expect, test } from '@jest/globals';
import { JournalResponseSchema, DownloadResponseSchema, LogsResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import { refusalIn } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';

/** Tests of the logs that staff see, for each kind of database. */
export function testLogs(client: () => BackendClient): void {
  type Query = Readonly<Record<string, string>>;
  const ask = async (query: Query = {}, who = 'admin') =>
    client().call(`staff/logs?${new URLSearchParams(query).toString()}`, await client().token(who));
  const page = async (query: Query = {}) => v.parse(LogsResponseSchema, (await ask(query)).body).data;
  const post = async (path: string, body?: object, who = 'admin') =>
    client().call(`staff/logs/${path}`, await client().token(who), { method: 'POST', body });
  const count = async (query: Query = {}) => (await page(query)).total;
  /** The ids of all logs that a query finds, page by page. */
  const allIds = async (query: Query = {}) => {
    const ids: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const { logs, next } = await page({ ...query, size: '100', ...(after && { after }) });
      ids.push(...logs.map(({ id }) => id));
      after = next;
    }
    return ids;
  };
  const day = (at: Date) => at.toISOString().slice(0, 10);
  /** The entries of the journal about somebody, the newest first. */
  const readJournal = async (on: string, action: string) => {
    const { body } = await client().call(`staff/journal?on=${on}&action=${action}`, await client().token('admin'));
    return v.parse(JournalResponseSchema, body).data.entries;
  };

  describe('logs', () => {
    test('come in pages, the newest first, each once', async () => {
      const first = await page();
      expect(first.logs).toHaveLength(25);
      expect(first.previous).toBeNull();
      const times = first.logs.map(({ createdAt }) => createdAt.getTime());
      expect(times).toEqual(times.toSorted((one, other) => other - one));
      const ids = await allIds();
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(await count());
      expect(ids.slice(0, 25)).toEqual(first.logs.map(({ id }) => id));
    });

    test('are paged back the same way; the page before the second is the first', async () => {
      const first = await page({ size: '50' });
      const second = await page({ size: '50', after: first.next ?? '' });
      const third = await page({ size: '50', after: second.next ?? '' });
      const back = await page({ size: '50', before: third.previous ?? '' });
      expect(back).toEqual(second);
      expect(await page({ size: '50', before: back.previous ?? '' })).toEqual(first);
      expect(await page({ size: '100', before: back.previous ?? '' })).toEqual(await page({ size: '100' }));
    });

    test('are of all types, of people and devices, and the same ones in each filter [T130]', async () => {
      const types = ['APP', 'HUB', 'REARLIGHT', 'BACKEND'];
      const counts = await Promise.all(types.map((type) => count({ type })));
      expect(counts.every((each) => each > 0)).toBe(true);
      expect(counts.reduce((sum, each) => sum + each, 0)).toBe(await count());
      const [some] = (await page({ after: (await page({ size: '100' })).next ?? '' })).logs;
      const date = day(some?.createdAt ?? new Date());
      const ofDay = await page({ from: date, to: date });
      expect(ofDay.logs.length).toBeGreaterThan(0);
      expect(ofDay.logs.every(({ createdAt }) => day(createdAt) === date)).toBe(true);
      expect(await count({ from: date, to: date })).toBe((await allIds({ from: date, to: date })).length);
      const sized = await page({ minKb: '100', maxKb: '300', type: 'APP' });
      expect(sized.logs.every(({ sizeKb, type }) => sizeKb >= 100 && sizeKb <= 300 && type === 'APP')).toBe(true);
      expect(await count({ minKb: '100', maxKb: '300', type: 'APP' })).toBe(
        (await allIds({ minKb: '100', maxKb: '300', type: 'APP' })).length,
      );
      expect(await count({ minKb: '300', maxKb: '100' })).toBe(0);
      expect(await page({ from: '9999-12-31', to: '9999-12-31' })).toEqual({
        logs: [],
        total: 0,
        previous: null,
        next: null,
      });
    });

    test('are found by the account or the device whose they are', async () => {
      const { logs: some } = await page({ size: '100' });
      for (const type of ['APP', 'HUB']) {
        const { identifier = '' } = some.find((log) => log.type === type) ?? {};
        const found = await page({ identifier, size: '100' });
        expect(found.logs.every((log) => log.identifier === identifier)).toBe(true);
        expect(found.total).toBe((await allIds({ identifier })).length);
        expect(found.total).toBeGreaterThan(0);
      }
      expect(await count({ identifier: 'nobody' })).toBe(0);
    });

    test.each([
      { size: '10' },
      { identifier: 'owner@example.com' },
      { type: 'OTHER' },
      { to: '2026-02-30' },
      { from: '0000-01-01' },
      { minKb: '-1' },
      { after: 'x' },
      { before: Buffer.from('1 or true.1').toString('base64url') },
      { after: Buffer.from(`${'9'.repeat(17)}.1`).toString('base64url') },
      { after: '\u0000' },
      { minKb: '1e3' },
      { maxKb: '' },
      { size: '25.0' },
      { Type: 'APP' },
    ])('are not found by %j', async (query) => {
      const { status, body } = await ask(query);
      expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ error: expect.any(String) }] } });
    });
  });

  describe('the deletion of logs', () => {
    const ALL = { type: null, identifier: null, from: null, to: null, minKb: null, maxKb: null };

    test('names its whole filter: what is forgotten or misspelt means no logs, not all of them', async () => {
      const all = await count();
      const { type: _forgotten, ...rest } = ALL;
      for (const filter of [[], {}, rest, { ...rest, Type: 'APP' }, { ...ALL, Type: 'APP' }])
        expect((await post('delete', { filter, count: all, reason: 'Too old' })).status).toBe(400);
      expect(await count()).toBe(all);
    });

    test('needs the right count, deletes just those, and is written down for the people whose they are', async () => {
      const oldest = (await allIds()).at(-1);
      const [app] = (await page({ type: 'APP' })).logs.toReversed();
      if (!app || oldest === undefined) throw new Error('There are no logs.');
      const date = day(app.createdAt);
      const filter = { ...ALL, type: 'APP', from: date, to: date };
      const found = await count({ type: 'APP', from: date, to: date });
      const all = await count();
      const reason = 'The app was withdrawn';
      const before = await readJournal(app.identifier, 'logs-deleted');
      expect(await post('delete', { filter, count: found + 1, reason })).toMatchObject({
        status: 400,
        body: { errors: [{ error: 'COUNT_HAS_CHANGED', detail: String(found) }] },
      });
      expect(await count()).toBe(all);
      expect(await readJournal(app.identifier, 'logs-deleted')).toEqual(before);
      const [one, other] = await Promise.all([
        post('delete', { filter, count: found, reason }),
        post('delete', { filter, count: found, reason }),
      ]);
      expect(new Set([one.status, other.status])).toEqual(new Set([200, 400]));
      expect(await count({ type: 'APP', from: date, to: date })).toBe(0);
      expect(await count()).toBe(all - found);
      expect(await allIds()).toContain(oldest);
      const [entry] = await readJournal(app.identifier, 'logs-deleted');
      expect(entry).toMatchObject({ by: { email: 'admin@example.com' }, what: expect.stringMatching(/^\d+$/), reason });
    });

    test('needs a reason', async () => {
      for (const reason of [undefined, '', '  a ', 'x'.repeat(501)])
        expect((await post('delete', { filter: ALL, count: 1, reason })).status).toBe(400);
    });

    test('of one log works once, with an entry for its owner, and with none for a device', async () => {
      const [app] = (await page({ type: 'APP' })).logs;
      const [hub] = (await page({ type: 'HUB' })).logs;
      if (!app || !hub) throw new Error('There are no logs.');
      const before = (await readJournal(app.identifier, 'logs-deleted')).length;
      for (const { id } of [app, hub]) {
        expect((await post(`${id}/delete`, { reason: 'Asked for it' })).status).toBe(200);
        expect(refusalIn(await post(`${id}/delete`, { reason: 'Asked for it' }))).toEqual({
          status: 404,
          error: 'LOG_NOT_FOUND',
        });
      }
      const entries = await readJournal(app.identifier, 'logs-deleted');
      expect(entries).toHaveLength(before + 1);
      expect(entries[0]).toMatchObject({ what: '1', reason: 'Asked for it' });
      expect(await readJournal(hub.identifier, 'logs-deleted')).toEqual([]);
      expect((await post('x/delete', { reason: 'Asked for it' })).status).toBe(400);
    });
  });

  describe('the download of a log', () => {
    const link = async (id: string | undefined, who = 'support') =>
      v.parse(DownloadResponseSchema, (await post(`${id}/download`, undefined, who)).body).data.url;

    test('works without a token, once, as a file of the size of the log and nothing else [T354]', async () => {
      const log = (await page({ maxKb: '50', type: 'HUB' })).logs[0];
      if (!log) throw new Error('There is no log.');
      const url = await link(log.id);
      expect((await fetch(url, { method: 'HEAD' })).status).toBe(404);
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename*=UTF-8''${log.fileName}`,
        'content-length': String(log.sizeKb * 1024),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      const text = await answer.text();
      expect(text).toHaveLength(log.sizeKb * 1024);
      expect(text).toContain(log.identifier);
      expect((await fetch(url)).status).toBe(404);
      expect(await (await fetch(await link(log.id))).text()).toBe(text);
    });

    test('works for a minute [T408]', async () => {
      const { id } = (await page({ maxKb: '50' })).logs[0] ?? {};
      const [late, early] = [await link(id), await link(id)];
      client().clock.ahead += 30_000;
      expect((await fetch(early)).status).toBe(200);
      client().clock.ahead += 31_000;
      expect((await fetch(late)).status).toBe(404);
      client().clock.ahead -= 61_000;
    });

    test('is written down for the person whose log it is [T431]', async () => {
      const [log] = (await page({ type: 'APP' })).logs;
      if (!log) throw new Error('There is no log.');
      const before = (await readJournal(log.identifier, 'log-downloaded')).length;
      await link(log.id, 'firmware');
      const entries = await readJournal(log.identifier, 'log-downloaded');
      expect(entries).toHaveLength(before + 1);
      expect(entries[0]).toMatchObject({ by: { email: 'firmware@example.com' }, what: log.fileName, reason: null });
    });

    test('is refused for a log that is not there, and for a made-up address', async () => {
      expect(refusalIn(await post('999999999/download', undefined, 'support'))).toEqual({
        status: 404,
        error: 'LOG_NOT_FOUND',
      });
      expect((await fetch(`${client().url}/api/downloads/${'x'.repeat(43)}`)).status).toBe(404);
      expect((await fetch(`${client().url}/api/downloads/%00`)).status).toBe(404);
    });
  });
}
