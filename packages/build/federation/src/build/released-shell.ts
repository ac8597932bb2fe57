import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { parseFrame } from '@portal/contract/frame';
import { rules } from './base-config.ts';
import { compile } from './built-code.ts';
import { PAGE_SCRIPT } from './dev-config.ts';
import { sha256 } from './hashed-json.ts';
import { replaceReact } from './replace-react.ts';

async function compilePageScript(): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'portal-page-'));
  try {
    await compile('The script of development pages', [
      {
        mode: 'development',
        target: ['web', 'es2022'],
        devtool: false,
        entry: { page: PAGE_SCRIPT },
        output: { path: out, filename: '[name].js', iife: true },
        resolve: { extensions: ['.ts', '.tsx', '.js'] },
        module: { rules },
        performance: false,
      },
    ]);
    return (await readFile(join(out, 'page.js'), 'utf8')).trim();
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

let pageScript: Promise<string> | undefined;

/** Builds the script of development pages, once. */
export async function buildPageScript(): Promise<string> {
  pageScript ??= compilePageScript();
  return await pageScript;
}

/** A version of a part as it was released. */
export interface ReleasedPart {
  readonly manifest: ArtifactManifest;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The part with other bytes in some of its files. Their names stay, because other files have them. */
function withFiles({ manifest, files }: ReleasedPart, changed: ReadonlyMap<string, string>): ReleasedPart {
  const bytes = [...changed].map(([file, text]) => [file, Buffer.from(text)] as const);
  const records = bytes.map(
    ([file, content]) => [file, { integrity: sha256(content).integrity, size: content.length }] as const,
  );
  return {
    manifest: { ...manifest, files: { ...manifest.files, ...Object.fromEntries(records) } },
    files: new Map([...files, ...bytes]),
  };
}

/**
 * A released shell for pages of the development server: with their script and, if it can be, with the development
 * builds of React.
 */
export async function developReleasedShell(shell: ReleasedPart): Promise<ReleasedPart> {
  const { frame: frameFile = '' } = shell.manifest;
  const read = (file: string) => new TextDecoder().decode(shell.files.get(file));
  const frame = parseFrame(`shell/${frameFile}`, JSON.parse(read(frameFile)));
  const script = `${await buildPageScript()}\n${frame.script}`;
  const scripts = [...shell.files.keys()].filter((file) => file.endsWith('.js'));
  const replaced = scripts.flatMap((file): readonly (readonly [string, string])[] => {
    const text = replaceReact(read(file));
    return text === undefined ? [] : [[file, text]];
  });
  return withFiles(shell, new Map([...replaced, [frameFile, JSON.stringify({ ...frame, script })]]));
}
