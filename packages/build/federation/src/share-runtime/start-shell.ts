import type { BundlerRequire } from './bundler.ts';
import { nameFailedChunks } from './chunk-failures.ts';
import type { ShareScope } from './share-scope.ts';

declare const __webpack_require__: BundlerRequire;

/*
 * Runs before the shell's modules, in the place of what the federation plugin generates, for the portal's only case: the shell offers its shared
 * modules, and uses them itself without the scope. See ADR 2.
 */

const { initializeSharingData, S: scopes } = __webpack_require__;
const { scopeToSharingDataMapping, uniqueName } = initializeSharingData;
const scope: ShareScope = (scopes['default'] = {});
for (const { name, version, factory } of scopeToSharingDataMapping.default ?? [])
  scope[name] = { [version]: { get: factory, from: uniqueName, eager: true, loaded: true } };
__webpack_require__.I = () => true;
nameFailedChunks(__webpack_require__);
