import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDeclaration } from '@portal/contract/declaration';
import type { LoaderContext } from '@rspack/core';
import { checkAddresses } from './check-addresses.ts';
import { Documents } from './documents.ts';
import { libraryModule } from './library-module.ts';

/** Loader for `documents/library.yaml`: the list of all documents. It fails when anything is wrong with any of them. */
function libraryLoader(this: LoaderContext): string {
  const folder = dirname(this.resourcePath);
  this.addContextDependency(folder);
  const documents = new Documents(folder);
  for (const { file } of documents.places) this.addDependency(join(folder, file));
  const declaration = join(folder, '../remote.json');
  this.addDependency(declaration);
  const { routes } = parseDeclaration('remote.json', JSON.parse(readFileSync(declaration, 'utf8')));
  checkAddresses(
    documents,
    routes.map(({ path }) => path),
  );
  return libraryModule(documents);
}

export default libraryLoader;
