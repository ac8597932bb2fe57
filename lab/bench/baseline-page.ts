import type { ArtifactManifest } from '@portal/contract/artifact';
import type { PageData } from '@portal/contract/page';
import { assetUrl } from '@portal/contract/paths';
import { PAGE_DATA_ID, ROOT_ID } from '@portal/contract/page-elements';

/** The text of what the portal's page has between two texts, with both. @throws if it has none. */
function cut(html: string, from: string, to: string): string {
  const start = html.indexOf(from);
  const end = html.indexOf(to, start);
  if (start < 0 || end < 0) throw new Error(`The page has no ${from}…${to}`);
  return html.slice(start, end + to.length);
}

/** What the page carries for the shell, whatever it is. */
function getData(html: string): readonly string[] {
  return html.match(/<script type="application\/json"[^>]*>[^]*?<\/script>/g) ?? [];
}

function page(html: string, head: readonly string[], body: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    cut(html, '<title>', '</title>'),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    // The portal asks the API at once; others only know where it is.
    `<link rel="preconnect" href="${new URL(findApi(html)).origin}" crossorigin>`,
    ...head,
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** A page with `head` in its head, an empty element, and the configuration, which applications have in their code. */
const pageAround = (html: string, head: readonly string[]): string =>
  page(html, head, [`<div id="${ROOT_ID}"></div>`, ...getData(html)]);

export type ToPage = (html: string, path: string) => string;

/** The page of the one application as it is usually written. */
export function baselinePage(manifest: ArtifactManifest): ToPage {
  const url = (file: string) => assetUrl(manifest.name, file);
  const styles = manifest.styles.map((file) => `<link rel="stylesheet" crossorigin href="${url(file)}">`);
  // A bundler's plugin for HTML links the scripts that the entry imports.
  const imported = Object.keys(manifest.files).filter((file) => file.startsWith('vendor.'));
  return (html) =>
    pageAround(html, [
      ...styles,
      ...imported.map((file) => `<link rel="modulepreload" crossorigin href="${url(file)}">`),
      `<script type="module" crossorigin src="${url(manifest.entry)}"></script>`,
    ]);
}

/** The page of a federated host, as the bundler's plugin for HTML writes it: its scripts alone. */
export function federatedPage(scripts: readonly string[]): ToPage {
  return (html) =>
    pageAround(
      html,
      scripts.map((file) => `<script defer src="${file}"></script>`),
    );
}

const PAGE_DATA = `<script type="application/json" id="${PAGE_DATA_ID}">`;

/** The portal's inline script that starts the reads of the route. */
function findEarlyReads(html: string): string {
  const found = html.match(/<script>[^]*?<\/script>/g)?.find((script) => script.includes('__earlyReads='));
  if (found === undefined) throw new Error('The page has no script for early reads');
  return found;
}

/**
 * The page of a federated host whose files are known when it is made: `host` are those of its entry, `findFiles`
 * those of its remote. The bundler's run time takes a style sheet for loaded that is linked by its whole address.
 */
export function tunedPage(
  origin: string,
  host: readonly string[],
  findFiles: (path: string) => readonly string[],
): ToPage {
  return (html, path) => {
    const [pathname = '/'] = path.split('?');
    const route = findFiles(pathname);
    const isStyle = (file: string) => file.endsWith('.css');
    const isScript = (file: string) => file.endsWith('.js');
    return page(
      html,
      [
        cut(html, PAGE_DATA, '</script>'),
        findEarlyReads(html),
        ...[...host, ...route].filter(isStyle).map((file) => `<link rel="stylesheet" href="${origin}${file}">`),
        ...host.filter(isScript).map((file) => `<script defer src="${file}"></script>`),
        ...route.filter(isScript).map((file) => `<link rel="preload" as="script" href="${file}">`),
      ],
      [`<div id="${ROOT_ID}"></div>`],
    );
  };
}

/** The base address of the API, by the page's data. */
function findApi(html: string): string {
  // oxlint-disable-next-line no-unsafe-assignment -- the web server has validated it
  const { config }: PageData = JSON.parse(
    cut(html, PAGE_DATA, '</script>').slice(PAGE_DATA.length, -'</script>'.length),
  );
  return config.apiBaseUrl;
}

/** The page of the floor: the portal's styles and header, and one script. */
export function floorPage(script: string): ToPage {
  return (html) =>
    page(
      html,
      [`<script data-api="${findApi(html)}">${script}</script>`, cut(html, '<style>', '</style>')],
      [`<div id="${ROOT_ID}">`, cut(html, '<header', '</header>'), '<main></main>', '</div>'],
    );
}
