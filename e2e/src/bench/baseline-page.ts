import type { ArtifactManifest } from '@portal/contract/artifact';
import { assetUrl } from '@portal/contract/page';
import { PAGE_DATA_ID, ROOT_ID } from '@portal/contract/page-elements';
import { matchesPath } from '@portal/contract/paths';

/** The text of what the portal's page has between two texts, with both. @throws if it has none. */
function cut(html: string, from: string, to: string): string {
  const start = html.indexOf(from);
  const end = html.indexOf(to, start);
  if (start < 0 || end < 0) throw new Error(`The page has no ${from}…${to}`);
  return html.slice(start, end + to.length);
}

/** The files that a route needs besides the application's own, in English. */
function filesOfRoute({ declaration, pages, locales, entry }: ArtifactManifest, path: string): readonly string[] {
  const route = declaration.routes.find((each) => matchesPath(each.path, path));
  const files = [...((route && pages[route.page]) ?? []), ...(locales?.['en'] ?? [])];
  return [...new Set(files)].filter((file) => file !== entry);
}

/**
 * The page of the one application as it is usually written: style sheet and script in the head, an empty element, and the configuration,
 * which applications have in their code and this one in the page. `preload` names the scripts of the route, too.
 */
export function baselinePage(manifest: ArtifactManifest, preload: boolean) {
  const url = (file: string) => assetUrl(manifest.name, file);
  const start = manifest.styles.map((file) => `<link rel="stylesheet" crossorigin href="${url(file)}">`);
  // A bundler's plugin for HTML links the scripts that the entry imports.
  const imported = Object.keys(manifest.files).filter((file) => file.startsWith('vendor.'));
  return (html: string, path: string): string => {
    const [pathname = '/'] = path.split('?');
    const preloaded = preload ? filesOfRoute(manifest, pathname) : imported;
    return [
      '<!doctype html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      cut(html, '<title>', '</title>'),
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      cut(html, '<link rel="preconnect"', '>'),
      ...start,
      ...preloaded.map((file) => `<link rel="modulepreload" crossorigin href="${url(file)}">`),
      `<script type="module" crossorigin src="${url(manifest.entry)}"></script>`,
      '</head>',
      '<body>',
      `<div id="${ROOT_ID}"></div>`,
      cut(html, `<script type="application/json" id="${PAGE_DATA_ID}">`, '</script>'),
      '</body>',
      '</html>',
      '',
    ].join('\n');
  };
}
