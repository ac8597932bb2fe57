import { FEDERATION_MANIFEST } from '@portal/contract/federation-manifest';
import { parseInput } from '@portal/contract/parse';
import type { Compiler } from '@rspack/core';
import * as v from 'valibot';
import { exposedTypes } from './exposed-types.ts';
import { emitHashed } from './hashed-json.ts';

const PLUGIN = 'PortalFederationManifestPlugin';

/** The names under which the federation plugin emits its manifest and its statistics. */
const PLUGIN_MANIFEST = `${FEDERATION_MANIFEST}.json`;
const PLUGIN_STATISTICS = 'mf-stats.json';

const NamedSchema = v.looseObject({ name: v.string() });
const FilesSchema = v.strictObject({ sync: v.array(v.string()), async: v.array(v.string()) });
/** The fields that are changed here; the others stay as the plugin has written them. */
const ManifestSchema = v.looseObject({
  metaData: v.looseObject({ buildInfo: v.looseObject({}) }),
  shared: v.array(NamedSchema),
  exposes: v.array(
    v.looseObject({ ...NamedSchema.entries, assets: v.strictObject({ js: FilesSchema, css: FilesSchema }) }),
  ),
});

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);
const sorted = ({ sync, async }: v.InferOutput<typeof FilesSchema>) => ({
  sync: sync.toSorted(),
  async: async.toSorted(),
});

/** What the plugin's manifest does not know. */
export interface Additions {
  /** Version of the artifact. */
  readonly version: string;
  /** The files with the types of the exposed module: the archive, and the declaration for `loadRemote`. */
  readonly types: { readonly zip: string; readonly api: string };
}

/**
 * The plugin's manifest in one order, with version and types, and with the style sheets among the files that other hosts load at once: the
 * portal's chunks link none.
 */
export function completeManifest(text: string, { version, types }: Additions): string {
  const manifest = parseInput(PLUGIN_MANIFEST, ManifestSchema, JSON.parse(text));
  const exposes = manifest.exposes.map((expose) => {
    const { js, css } = expose.assets;
    return { ...expose, assets: { js: sorted(js), css: { sync: [...css.sync, ...css.async].toSorted(), async: [] } } };
  });
  const { metaData } = manifest;
  return JSON.stringify({
    ...manifest,
    metaData: {
      ...metaData,
      buildInfo: { ...metaData.buildInfo, buildVersion: version },
      types: { path: '', name: '', ...types },
    },
    shared: manifest.shared.toSorted(byName),
    exposes: exposes.toSorted(byName),
  });
}

/** The types of a remote's exposed module in its artifact: their name before the hash. */
const TYPES = 'mf-types';

/**
 * Makes the federation plugin's manifest, by which hosts of other teams find a remote's files, a file of the artifact
 * (`mf-manifest.HASH.json`), and emits the types of what the remote exposes, which it names. The plugin's statistics describe the build, and stay out.
 */
export class FederationManifestPlugin {
  readonly #version: string;

  constructor(version: string) {
    this.#version = version;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      // Now, because the compiler of types is another process, and runs meanwhile.
      const writing = exposedTypes(compiler.context);
      // Its failure is that of the step below.
      writing.catch(() => undefined);
      // After all names have their final hashes.
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tapPromise({ name: PLUGIN, stage }, async () => {
        const emitted = compilation.getAsset(PLUGIN_MANIFEST);
        if (!emitted) throw new Error(`${PLUGIN}: the federation plugin has emitted no ${PLUGIN_MANIFEST}.`);
        const { archive, loadRemote } = await writing;
        const types = {
          zip: emitHashed(compilation, TYPES, archive, 'zip'),
          api: emitHashed(compilation, TYPES, loadRemote, 'd.ts'),
        };
        const text = emitted.source.source().toString();
        emitHashed(compilation, FEDERATION_MANIFEST, completeManifest(text, { version: this.#version, types }));
        compilation.deleteAsset(PLUGIN_MANIFEST);
        compilation.deleteAsset(PLUGIN_STATISTICS);
      });
    });
  }
}
