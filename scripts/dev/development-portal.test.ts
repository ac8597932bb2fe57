import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, jest, test } from '@jest/globals';
import { DevelopmentPortal } from './development-portal.ts';
import { sampleBuild, sampleFrame } from './testing.ts';

/** Connects a page. Returns a function that gives the events that the page got since its last call. */
function connect(portal: DevelopmentPortal): () => unknown[] {
  const request = new PassThrough() as unknown as IncomingMessage;
  const response = new ServerResponse(request);
  const write = jest.spyOn(response, 'write').mockReturnValue(true);
  portal.listen(request, response);
  return () => {
    const events = write.mock.calls.map(([text]): unknown => JSON.parse(String(text).slice('data: '.length)));
    write.mockClear();
    return events;
  };
}

test('a page gets the latest builds when it connects, and every further one', () => {
  const portal = new DevelopmentPortal(() => {});
  const { onBuild } = portal.listenerFor('mfe-hubs');
  onBuild(sampleBuild('mfe-hubs', { hash: 'first' }));
  const events = connect(portal);
  expect(events()).toEqual([{ kind: 'built', part: 'mfe-hubs', hash: 'first', styles: [] }]);
  onBuild(sampleBuild('mfe-hubs', { hash: 'second' }));
  expect(events()).toEqual([{ kind: 'built', part: 'mfe-hubs', hash: 'second', styles: [] }]);
});

test('a changed declaration reloads pages, which contain it', () => {
  const portal = new DevelopmentPortal(() => {});
  const { onBuild } = portal.listenerFor('mfe-hubs');
  onBuild(sampleBuild('mfe-hubs'));
  const events = connect(portal);
  events();
  onBuild(sampleBuild('mfe-hubs', { hash: 'second', title: 'Another title' }));
  expect(events()).toMatchObject([{ kind: 'built' }, { kind: 'reload' }]);
});

test('a broken build is reported until it is repaired, and the previous one is served', async () => {
  const lines: string[] = [];
  const portal = new DevelopmentPortal((line) => lines.push(line));
  const { onBuild, onErrors } = portal.listenerFor('shell');
  portal.builds.takeFrame(sampleFrame());
  onBuild(sampleBuild('shell'));
  onErrors('Unexpected token');
  expect(lines.join('\n')).toContain('Unexpected token');
  expect(connect(portal)()).toMatchObject([{ kind: 'built' }, { kind: 'broken' }]);
  const live = await (await portal.builds.store()).latestRelease();
  expect(live?.shell.manifest.entry).toBe(sampleBuild('shell').manifest.entry);
  onBuild(sampleBuild('shell', { hash: 'repaired' }));
  expect(connect(portal)()).toMatchObject([{ kind: 'built' }]);
});

test('a new frame reloads pages only if its script has changed: the shell has replaced the rest', () => {
  const portal = new DevelopmentPortal(() => {});
  const { onFrame } = portal.listenerFor('shell');
  onFrame(sampleFrame());
  const events = connect(portal);
  onFrame(sampleFrame('h1 { color: red }'));
  expect(events()).toEqual([]);
  onFrame({ ...sampleFrame(), script: 'another()' });
  expect(events()).toEqual([{ kind: 'reload' }]);
});

test('the first results are complete when each part has been built or has failed', async () => {
  const portal = new DevelopmentPortal(() => {});
  const results = portal.firstResults(['shell', 'mfe-hubs']);
  portal.listenerFor('shell').onBuild(sampleBuild('shell'));
  portal.listenerFor('mfe-hubs').onErrors('Unexpected token');
  await expect(results).resolves.toBeUndefined();
});
