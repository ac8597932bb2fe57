import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, jest, test } from '@jest/globals';
import { sampleBuild, sampleFrame } from './testing.ts';
import { Workshop } from './workshop.ts';

/** Connects a page. The function that it returns gives what the page has been told since it was last asked. */
function connect({ channel }: Workshop): () => unknown[] {
  const request = new PassThrough() as unknown as IncomingMessage;
  const response = new ServerResponse(request);
  const write = jest.spyOn(response, 'write').mockReturnValue(true);
  channel.listen(request, response);
  return () => {
    const told = write.mock.calls.map(([text]): unknown => JSON.parse(String(text).slice('data: '.length)));
    write.mockClear();
    return told;
  };
}

test('a page is told of the latest builds when it comes, and of every further one', () => {
  const workshop = new Workshop(() => {});
  const { onBuild } = workshop.listenerFor('mfe-hubs');
  onBuild(sampleBuild('mfe-hubs', { hash: 'first' }));
  const told = connect(workshop);
  expect(told()).toEqual([{ kind: 'built', part: 'mfe-hubs', hash: 'first', styles: [] }]);
  onBuild(sampleBuild('mfe-hubs', { hash: 'second' }));
  expect(told()).toEqual([{ kind: 'built', part: 'mfe-hubs', hash: 'second', styles: [] }]);
});

test('a changed declaration reloads pages: they carry it', () => {
  const workshop = new Workshop(() => {});
  const { onBuild } = workshop.listenerFor('mfe-hubs');
  onBuild(sampleBuild('mfe-hubs'));
  const told = connect(workshop);
  told();
  onBuild(sampleBuild('mfe-hubs', { hash: 'second', title: 'Another title' }));
  expect(told()).toMatchObject([{ kind: 'built' }, { kind: 'reload' }]);
});

test('a broken build is told until it is repaired, and what was built before is served', () => {
  const lines: string[] = [];
  const workshop = new Workshop((line) => lines.push(line));
  const { onBuild, onErrors } = workshop.listenerFor('shell');
  workshop.builds.takeFrame(sampleFrame());
  onBuild(sampleBuild('shell'));
  onErrors('Unexpected token');
  expect(lines.join('\n')).toContain('Unexpected token');
  expect(connect(workshop)()).toMatchObject([{ kind: 'built' }, { kind: 'broken' }]);
  expect(workshop.builds.live()?.release.shell.manifest).toEqual(sampleBuild('shell').manifest);
  onBuild(sampleBuild('shell', { hash: 'repaired' }));
  expect(connect(workshop)()).toMatchObject([{ kind: 'built' }]);
});

test('a new frame reloads pages only for its script: the shell has replaced the rest', () => {
  const workshop = new Workshop(() => {});
  const { onFrame } = workshop.listenerFor('shell');
  onFrame(sampleFrame());
  const told = connect(workshop);
  onFrame(sampleFrame('h1 { color: red }'));
  expect(told()).toEqual([]);
  onFrame({ ...sampleFrame(), script: 'another()' });
  expect(told()).toEqual([{ kind: 'reload' }]);
});

test('the first results are there when each part has been built or has failed', async () => {
  const workshop = new Workshop(() => {});
  const results = workshop.firstResults(['shell', 'mfe-hubs']);
  workshop.listenerFor('shell').onBuild(sampleBuild('shell'));
  workshop.listenerFor('mfe-hubs').onErrors('Unexpected token');
  await expect(results).resolves.toBeUndefined();
});
