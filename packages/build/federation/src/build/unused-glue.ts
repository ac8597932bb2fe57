import type { Compiler } from '@rspack/core';

const PLUGIN = 'PortalUnusedGluePlugin';

const ALL = /[\s\S]+/g;

/** A function that only fails until the start module has set another, which it does first. */
const PLACEHOLDER =
  /__webpack_require__\.(\S+) = __webpack_require__\.\1 \|\| function\(\) \{ throw new Error\("[^"]*"\) \};?/g;

/** What our start modules (`share-runtime`) use nothing of, by the generated module of the bundler's run time. */
const UNUSED: Readonly<Record<string, readonly RegExp[]>> = {
  'module_federation/runtime': [ALL],
  sharing: [PLACEHOLDER, /, eager: 1|, treeShakingMode: null/g],
  consumes_loading: [
    PLACEHOLDER,
    /shareScope: "default", |, import: null|, eager: false, fallback: undefined, treeShakingMode: null/g,
    /, initialConsumes: \[\]/g,
  ],
  initialize_exposes: [PLACEHOLDER, /\n {2}shareScope: "default",/g],
  embed_federation_runtime: [/console\.warn\(.*\);/g],
};

/** Removes what the federation plugin generates for its own run time and the portal's does not use. What it does not find, it leaves as it is. */
export class UnusedGluePlugin {
  apply(compiler: Compiler): void {
    // With hot reload, the start module can only replace functions of the run time that are there, not add any.
    if (compiler.options.mode === 'development') return;
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      compilation.hooks.runtimeModule.tap(PLUGIN, ({ name, source }) => {
        if (!source) return;
        const text = source.source.toString();
        const used = (UNUSED[name] ?? []).reduce((rest, unused) => rest.replaceAll(unused, ''), text);
        if (used !== text) source.source = Buffer.from(used);
      });
    });
  }
}
