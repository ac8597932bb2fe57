import { createHash } from 'node:crypto';
import type { Compilation, Compiler } from '@rspack/core';

export function sha256(bytes: Uint8Array): { readonly hex: string; readonly integrity: string } {
  const digest = createHash('sha256').update(bytes).digest();
  return { hex: digest.toString('hex'), integrity: `sha256-${digest.toString('base64')}` };
}

/** Emits JSON under a name with its hash: `NAME.HASH.json`. */
export function emitHashed(compilation: Compilation, name: string, text: string): void {
  const bytes = Buffer.from(text);
  const { RawSource } = compilation.compiler.webpack.sources;
  compilation.emitAsset(`${name}.${sha256(bytes).hex.slice(0, 16)}.json`, new RawSource(bytes));
}

/**
 * Emits the JSON that `read` gives, as `NAME.HASH.json`; nothing if it gives undefined. `read` runs when the chunks are
 * complete.
 */
export function emitHashedJson(
  compiler: Compiler,
  name: string,
  read: (compilation: Compilation) => string | undefined,
): void {
  const plugin = `PortalHashedJson ${name}`;
  compiler.hooks.thisCompilation.tap(plugin, (compilation) => {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
    compilation.hooks.processAssets.tap({ name: plugin, stage }, () => {
      const text = read(compilation);
      if (text !== undefined) emitHashed(compilation, name, text);
    });
  });
}
