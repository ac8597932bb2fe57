import type { DevelopmentBuild } from '@portal/federation/development';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { parseFrame } from '@portal/contract/frame';
import type { Frame } from '@portal/contract/frame';

interface SampleOptions {
  readonly hash?: string;
  readonly title?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const inEveryLanguage = (text: string) => ({ en: text, de: text, fr: text, nl: text });

/** A build of a part with one page; its entry is named after the hash. */
export function sampleBuild(
  name: string,
  { hash = 'first', title = 'Page', files = {} }: SampleOptions = {},
): DevelopmentBuild {
  const entry = `${hash}.0123456789abcdef.js`;
  const manifest = parseArtifactManifest('a sample', {
    schema: 1,
    name,
    version: '1.0.0-development',
    builtAt: '2026-01-01T00:00:00.000Z',
    files: { [entry]: { integrity: `sha256-${'A'.repeat(43)}=`, size: 1 } },
    entry,
    styles: [],
    pages: { page: [] },
    declaration: {
      name,
      contract: '^1.0.0',
      routes: [{ path: '/page', title: 'title', access: 'open', page: 'page', skeleton: 'message' }],
      header: [],
      texts: { title: inEveryLanguage(title) },
    },
  });
  const bytes = new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)]));
  return { manifest, hash, files: bytes, changed: new Set() };
}

/** A painted frame with nothing in it. */
export function sampleFrame(styles = ''): Frame {
  const empty = inEveryLanguage('');
  return parseFrame('a sample', {
    styles,
    script: '',
    header: { signedIn: empty, signedOut: empty },
    item: '',
    currentItem: '',
    skeletons: { table: empty, form: empty, document: empty, message: empty, 'sign-in': empty },
  });
}
