import type { DevelopmentBuild } from '@portal/federation/development';
import { parseFrame } from '@portal/contract/frame';
import type { Frame } from '@portal/contract/frame';
import { makeBuild } from '@portal/release/testing';

interface SampleOptions {
  readonly hash?: string;
  readonly title?: string;
  readonly path?: string;
  /** Files that are not in the manifest. */
  readonly files?: Readonly<Record<string, string>>;
}

const inEveryLanguage = (text: string) => ({ en: text, de: text, fr: text, nl: text });

/** A build of a part with one page; its entry contains the hash. */
export function sampleBuild(
  name: string,
  { hash = 'first', title = 'Page', path = `/${name}`, files = {} }: SampleOptions = {},
): DevelopmentBuild {
  const build = makeBuild({
    name,
    version: '1.0.0-development',
    contents: { 'entry.js': hash },
    declaration: {
      routes: [{ path, title: 'title', access: 'open', page: 'main', skeleton: 'message', reads: [] }],
      texts: { title: inEveryLanguage(title) },
    },
  });
  const unlisted = Object.entries(files).map(([file, text]) => [file, Buffer.from(text)] as const);
  return {
    manifest: build.manifest,
    hash,
    files: new Map([...build.files, ...unlisted]),
    changed: new Set(),
    warnings: [],
  };
}

/** A frame with nothing in it. */
export function sampleFrame(styles = ''): Frame {
  const empty = { en: [], de: [], fr: [], nl: [] };
  return parseFrame('a sample', { styles, script: '', fill: '', page: empty, item: [] });
}
