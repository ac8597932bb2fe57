import { dirname, join } from 'node:path';
import type { LoaderContext } from '@rspack/core';
import { Documents } from './library.ts';
import { libraryModule } from './library-module.ts';

/** Loader for `documents/library.yaml`: the list of all documents. It fails when anything is wrong with any of them. */
function libraryLoader(this: LoaderContext): string {
  const folder = dirname(this.resourcePath);
  this.addContextDependency(folder);
  const documents = new Documents(folder);
  for (const { file } of documents.places) this.addDependency(join(folder, file));
  return libraryModule(documents);
}

export default libraryLoader;
