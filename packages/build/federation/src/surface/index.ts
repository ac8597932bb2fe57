export { emitDeclarations, runCompiler } from './emit-declarations.ts';
export { formerFormsIn, FORMER_FORMS } from './former-forms.ts';
export type { FormerForms } from './former-forms.ts';
export { sharedSources } from './shared-sources.ts';
export { importedSource, withoutEnding } from './imported-source.ts';
export { describeSurface } from './surface.ts';
export type { GivenName, Surface } from './surface.ts';
