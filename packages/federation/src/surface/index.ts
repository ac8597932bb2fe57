export { emitDeclarations, runCompiler, withoutEnding } from './emit-declarations.ts';
export { formerFormsIn, FORMER_FORMS } from './former-forms.ts';
export type { FormerForms } from './former-forms.ts';
export { sharedSources } from './shared-sources.ts';
export { importedSource, surfaceOf } from './surface.ts';
export type { GivenName, Surface } from './surface.ts';
