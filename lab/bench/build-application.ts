import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArtifactManifest } from '@portal/contract/artifact';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { parseDeclaration } from '@portal/contract/declaration';
import type { Declaration } from '@portal/contract/declaration';
import { LANGUAGES } from '@portal/contract/language';
import { applicationConfig } from '@portal/federation/benchmark';
import { bundle } from '../../scripts/start/bundle.ts';
import { customerParts } from './customer-parts.ts';

/** How the one application starts: as applications usually do, or as the portal does. */
type Start = 'usual' | 'like the portal';

/** A declaration whose texts have the part's name before their keys, so that those of several parts differ. */
function withOwnTexts(declaration: Declaration): Declaration {
  const { name, routes, header, footer = [], texts } = declaration;
  const own = (key: string) => (name === 'shell' ? key : `${name}.${key}`);
  return {
    ...declaration,
    routes: routes.map((route) => ({
      ...route,
      title: own(route.title),
      index: route.index && { ...route.index, description: own(route.index.description) },
    })),
    header: header.map((item) => ({ ...item, label: own(item.label) })),
    footer: footer.map((link) => ({ ...link, label: own(link.label) })),
    texts: Object.fromEntries(Object.entries(texts).map(([key, text]) => [own(key), text])),
  };
}

/** What the shell would declare if everything were its own. */
function mergeDeclarations(declarations: readonly Declaration[]): Declaration {
  const named = declarations.map(withOwnTexts);
  const [shell] = named;
  if (!shell) throw new Error('The repository has no parts.');
  return parseDeclaration('the declaration of the application', {
    ...shell,
    routes: named.flatMap(({ routes }) => routes),
    redirects: named.flatMap(({ redirects = [] }) => redirects),
    header: named.flatMap(({ header }) => header),
    footer: named.flatMap(({ footer = [] }) => footer),
    texts: Object.assign({}, ...named.map(({ texts }) => texts)) as Declaration['texts'],
  });
}

/** The catalogues of remotes, which the shell's manifest does not know: the page of a remote needs its own. */
function withCatalogues(manifest: ArtifactManifest, remotes: readonly Declaration[]): ArtifactManifest {
  const pages = { ...manifest.pages };
  for (const { name, routes } of remotes) {
    const catalogue = Object.keys(manifest.files).find((file) => file.startsWith(`${name}-locale-${LANGUAGES[0]}.`));
    if (catalogue === undefined) throw new Error(`The application has no texts of ${name}.`);
    for (const page of new Set(routes.map((route) => route.page))) pages[page] = [...(pages[page] ?? []), catalogue];
  }
  return { ...manifest, pages };
}

/**
 * Builds the parts for customers of the repository at `root` as one application into `folder`, as an artifact of the
 * shell. @returns its manifest.
 */
export async function buildApplication(root: string, folder: string, start: Start): Promise<ArtifactManifest> {
  const bench = join(root, 'lab/bench');
  const own = (file: string) => join(bench, 'application', file);
  const declarations = customerParts(root);
  const [shell = 'shell', ...remotes] = declarations.map(({ name }) => name);
  await bundle(
    await applicationConfig({
      shell: join(root, shell),
      remotes: remotes.map((name) => join(root, name)),
      declaration: mergeDeclarations(declarations),
      entry: './src/boot.ts',
      frame: {
        render: './src/frame/render-frame.tsx',
        script: './src/frame/early-reads.ts',
        fill: './src/frame/fill-preview.ts',
        styles: '@portal/ui/styles.css',
      },
      replaced: {
        './routing/shell-pages.ts': own('pages.ts'),
        '@portal/federation/runtime': own('runtime.ts'),
        ...(start === 'usual' && {
          './render.tsx': own('render-at-once.ts'),
          './routing/prefetch-when-idle.ts': own('wait-for-clicks.ts'),
        }),
      },
      remoteLoader: join(bench, 'chunk-names-loader.ts'),
      folder,
    }),
  );
  const file = join(folder, 'manifest.json');
  const manifest = parseArtifactManifest(file, JSON.parse(await readFile(file, 'utf8')));
  const complete = withCatalogues(manifest, declarations.slice(1));
  await writeFile(file, `${JSON.stringify(complete, null, 2)}\n`);
  return complete;
}
