import { FEDERATION_MANIFEST } from '@portal/contract/federation-manifest';
import { parseInput } from '@portal/contract/parse';
import type { Compiler } from '@rspack/core';
import * as v from 'valibot';
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

/**
 * The plugin's manifest in one order, with the version of the artifact, and with the style sheets among the files that
 * other hosts load at once: the portal's chunks link none.
 */
export function completeManifest(text: string, version: string): string {
  const manifest = parseInput(PLUGIN_MANIFEST, ManifestSchema, JSON.parse(text));
  const exposes = manifest.exposes.map((expose) => {
    const { js, css } = expose.assets;
    return { ...expose, assets: { js: sorted(js), css: { sync: [...css.sync, ...css.async].toSorted(), async: [] } } };
  });
  const { metaData } = manifest;
  return JSON.stringify({
    ...manifest,
    metaData: { ...metaData, buildInfo: { ...metaData.buildInfo, buildVersion: version } },
    shared: manifest.shared.toSorted(byName),
    exposes: exposes.toSorted(byName),
  });
}

/**
 * Makes the federation plugin's manifest, by which hosts of other teams find a remote's files, a file of the artifact
 * (`mf-manifest.HASH.json`). The plugin's statistics describe the build, and stay out.
 */
export class FederationManifestPlugin {
  readonly #version: string;

  constructor(version: string) {
    this.#version = version;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      // After all names have their final hashes.
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: PLUGIN, stage }, () => {
        const emitted = compilation.getAsset(PLUGIN_MANIFEST);
        if (!emitted) throw new Error(`${PLUGIN}: the federation plugin has emitted no ${PLUGIN_MANIFEST}.`);
        const text = emitted.source.source().toString();
        emitHashed(compilation, FEDERATION_MANIFEST, completeManifest(text, this.#version));
        compilation.deleteAsset(PLUGIN_MANIFEST);
        compilation.deleteAsset(PLUGIN_STATISTICS);
      });
    });
  }
}
