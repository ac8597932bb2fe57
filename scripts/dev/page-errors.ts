import { existsSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import type { PageError, Problem } from '@portal/federation/development';
import { locate } from '@portal/federation/development';
import * as v from 'valibot';
import type { Builds } from './builds.ts';

const MapSchema = v.object({ mappings: v.string(), names: v.array(v.string()), sources: v.array(v.string()) });

/** A place in a built file: "http://localhost:4000/assets/mfe-hubs/entry.js:12:5". */
const BUILT_PLACE = /\/assets\/([\w-]+)\/([^\s:)]+):(\d+):(\d+)/g;

/** The place in the sources that is nearest to where a page threw, as the builds' source maps say. */
function findSource(root: string, builds: Builds, stack: string): ReturnType<typeof locate> | undefined {
  for (const [, part = '', file = '', line, column] of stack.matchAll(BUILT_PLACE)) {
    const map = builds.file(part, `${file}.map`);
    if (!map) continue;
    const read = parseInput(`${file}.map`, MapSchema, JSON.parse(Buffer.from(map).toString()));
    const entry = new SourceMap({ ...read, version: 3, file, sourcesContent: [], sourceRoot: '' }).findEntry(
      Number(line) - 1,
      Number(column) - 1,
    );
    // "webpack:///mfe-hubs/src/remote.ts"; a repository with one part is its folder.
    const source = 'originalSource' in entry ? entry.originalSource.replace(/^webpack:\/\/\//, '') : '';
    if (source === '' || source.includes('node_modules') || source.startsWith('webpack/')) continue;
    const path = existsSync(join(root, 'remote.json')) ? source.replace(`${part}/`, '') : source;
    if ('originalLine' in entry) return locate(join(root, path), entry.originalLine + 1, 1);
  }
  return undefined;
}

/** The problem of an error that nothing in a page caught. */
export function pageProblem(root: string, builds: Builds, { message, stack }: PageError): Problem {
  return { severity: 'error', title: 'A page has failed', text: message, ...findSource(root, builds, stack) };
}
