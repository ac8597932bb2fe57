import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, jest, test } from '@jest/globals';
import type { Problem } from '@portal/federation/development';
import { DevelopmentPortal } from './development-portal.ts';
import { sampleBuild, sampleFrame } from './testing.ts';

const createPortal = (print: (line: string) => void = () => {}) =>
  new DevelopmentPortal({ root: '/portal', print, onChange: () => {} });

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
  const portal = createPortal();
  const { onBuild } = portal.listenerFor('mfe-hubs');
  onBuild(sampleBuild('mfe-hubs', { hash: 'first' }));
  const events = connect(portal);
  const built = { kind: 'built', part: 'mfe-hubs', styles: [] };
  expect(events()).toMatchObject([
    { ...built, hash: 'first' },
    { kind: 'problems', problems: [] },
  ]);
  onBuild(sampleBuild('mfe-hubs', { hash: 'second' }));
  expect(events()).toMatchObject([{ ...built, hash: 'second' }]);
});

test('a page hears which texts a declaration has, and whether the rest of it has changed', () => {
  const portal = createPortal();
  const { onBuild } = portal.listenerFor('mfe-hubs');
  const events = connect(portal);
  events();
  onBuild(sampleBuild('mfe-hubs'));
  onBuild(sampleBuild('mfe-hubs', { hash: 'second', title: 'Another title' }));
  onBuild(sampleBuild('mfe-hubs', { hash: 'third', path: '/another' }));
  const [first, second, third] = events() as { declaration: string; texts: object }[];
  expect(second?.texts).toMatchObject({ title: { en: 'Another title' } });
  expect(second?.declaration).toBe(first?.declaration);
  expect(third?.declaration).not.toBe(first?.declaration);
});

const problem = (text: string): Problem => ({ severity: 'error', title: 'It does not build', text });

test('a broken build is reported once, until it is repaired, and the previous one is served', async () => {
  const lines: string[] = [];
  const portal = createPortal((line) => lines.push(line));
  const { onBuild, onFailure } = portal.listenerFor('shell');
  portal.builds.takeFrame(sampleFrame());
  onBuild(sampleBuild('shell'));
  onFailure([problem('Unexpected token')]);
  portal.listenerFor('mfe-hubs').onFailure([problem('Unexpected token')]);
  expect(lines.join('\n').split('Unexpected token')).toHaveLength(2);
  expect(connect(portal)().at(-1)).toMatchObject({ problems: [problem('Unexpected token')] });
  const live = await (await portal.builds.store()).latestRelease();
  expect(live?.shell.manifest.entry).toBe(sampleBuild('shell').manifest.entry);

  portal.listenerFor('mfe-hubs').onFailure([]);
  onBuild(sampleBuild('shell', { hash: 'repaired' }));
  expect(connect(portal)().at(-1)).toMatchObject({ problems: [] });
});

test('builds that break the release policy are reported once, until they are repaired', async () => {
  const lines: string[] = [];
  const portal = createPortal((line) => lines.push(line));
  portal.builds.takeFrame(sampleFrame());
  const { onBuild } = portal.listenerFor('mfe-hubs');
  portal.listenerFor('shell').onBuild(sampleBuild('shell'));
  onBuild(sampleBuild('mfe-hubs'));
  await portal.firstResults(['shell', 'mfe-hubs']);
  const events = connect(portal);
  events();

  onBuild(sampleBuild('mfe-hubs', { hash: 'second', path: '/shell' }));
  await portal.firstResults([]);
  onBuild(sampleBuild('mfe-hubs', { hash: 'third', path: '/shell' }));
  await portal.firstResults([]);
  expect(lines.filter((line) => line.includes('[path-taken]'))).toHaveLength(1);
  expect(events()).toContainEqual({ kind: 'problems', problems: [expect.objectContaining({ severity: 'error' })] });

  onBuild(sampleBuild('mfe-hubs', { hash: 'repaired' }));
  await portal.firstResults([]);
  expect(events()).toContainEqual({ kind: 'problems', problems: [] });
});

test('after the start, a line says what was built again, and what is new', async () => {
  const lines: string[] = [];
  const portal = createPortal((line) => lines.push(line));
  portal.builds.takeFrame(sampleFrame());
  portal.listenerFor('shell').onBuild(sampleBuild('shell'));
  await portal.firstResults(['shell']);
  expect(lines).toEqual([]);
  portal.listenerFor('shell').onBuild(sampleBuild('shell', { hash: 'second' }));
  portal.listenerFor('mfe-hubs').onBuild(sampleBuild('mfe-hubs'));
  expect(lines).toEqual(['↻ shell', '+ mfe-hubs']);
});

test('warnings of a build are reported', () => {
  const lines: string[] = [];
  const portal = createPortal((line) => lines.push(line));
  const warning: Problem = { severity: 'warning', title: 'It builds', text: 'fr.json: title missing' };
  portal.listenerFor('mfe-hubs').onBuild({ ...sampleBuild('mfe-hubs'), warnings: [warning] });
  expect(lines.join('\n')).toContain('fr.json: title missing');
  expect(connect(portal)()).toMatchObject([{ kind: 'built' }, { problems: [warning] }]);
});

test('an error of a page is printed once until the next build, with its place in the sources', () => {
  const lines: string[] = [];
  const portal = createPortal((line) => lines.push(line));
  const map = { version: 3, sources: ['webpack:///mfe-hubs/src/page.tsx'], names: [], mappings: ';AAIA' };
  const files = { 'main.js.map': JSON.stringify(map) };
  portal.listenerFor('mfe-hubs').onBuild(sampleBuild('mfe-hubs', { files }));
  lines.length = 0;
  const error = { message: 'Broken', stack: 'at Page (http://localhost:4000/assets/mfe-hubs/main.js:2:1)' };
  expect(portal.reportError(error)).toMatchObject({ place: { file: 'mfe-hubs/src/page.tsx', line: 5 } });
  portal.reportError(error);
  expect(lines).toEqual([expect.stringContaining('mfe-hubs/src/page.tsx:5')]);
});

test('a page hears whether its inline script is still that of the frame', () => {
  const portal = createPortal();
  const { onFrame } = portal.listenerFor('shell');
  onFrame(sampleFrame());
  const [first] = connect(portal)() as { kind: string; hash: string }[];
  expect(first?.kind).toBe('script');
  const events = connect(portal);
  events();
  onFrame(sampleFrame('h1 { color: red }'));
  expect(events()).toEqual([first]);
  onFrame({ ...sampleFrame(), script: 'another()' });
  expect(events()).not.toContainEqual(first);
});

test('the first results are complete when each part has been built or has failed', async () => {
  const portal = createPortal();
  const results = portal.firstResults(['shell', 'mfe-hubs']);
  portal.listenerFor('shell').onBuild(sampleBuild('shell'));
  portal.listenerFor('mfe-hubs').onFailure([problem('Unexpected token')]);
  await expect(results).resolves.toBeUndefined();
});
