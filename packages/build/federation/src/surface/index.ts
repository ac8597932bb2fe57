export { emitDeclarations, runCompiler } from './emit-declarations.ts';
export { readFormerSignatures, FORMER_SIGNATURES } from './former-signatures.ts';
export type { FormerSignatures } from './former-signatures.ts';
export { sharedSources } from './shared-sources.ts';
export { importedSource, withoutEnding } from './imported-source.ts';
export { describeSurface } from './surface.ts';
export type { ExportedName, Surface } from './surface.ts';
