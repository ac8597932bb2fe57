/** The help page, which belongs to a remote: link to it only if a live part declares it. */
export const HELP_PATH = '/faq';

/** The beginning of the paths of all artifact files. */
export const ASSETS_PATH = '/assets/';

/** The name without a hash under which the web server serves the manifest of a part's live version. */
export const MANIFEST_FILE = 'manifest.json';

/**
 * Where the web server serves an artifact's files: `/assets/<name>/<file>`; with the origin of a CDN, where that does.
 */
export function assetUrl(name: string, file: string, origin = ''): string {
  return `${origin}${ASSETS_PATH}${name}/${file}`;
}

/** The value of a key; null if it is missing or occurs several times. */
export function onlyValue(query: URLSearchParams, key: string): string | null {
  const [value, ...others] = query.getAll(key);
  return value !== undefined && others.length === 0 ? value : null;
}

/**
 * The parts of a path without their escapes; as they are if one is malformed. Slashes at the end make no difference.
 */
function listParts(pathname: string): readonly string[] {
  const text = pathname.replace(/^\//, '').replace(/\/+$/, '');
  const parts = text === '' ? [] : text.split('/');
  try {
    return parts.map((part) => decodeURIComponent(part));
  } catch {
    return parts;
  }
}

/**
 * Whether `pathname`, as it is in the address ("/terms/v2", "/terms/v%32", "/terms/v2/"), matches `pattern`
 * ("/terms/:version"). The page's router decides in the same way, so that web server and page show the same one.
 */
export function matchesPath(pattern: string, pathname: string): boolean {
  const wanted = listParts(pattern);
  const given = listParts(pathname);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}

/**
 * The section that `pathname` belongs to: the pattern that matches it, or else the nearest one that matches a parent
 * path ("/developer" for "/developer/signup"). "/" does not count as a parent.
 */
export function findSection(patterns: readonly string[], pathname: string): string | undefined {
  const given = pathname.split('/').filter(Boolean);
  const [nearest] = patterns
    .map((pattern) => ({ pattern, depth: pattern.split('/').filter(Boolean).length }))
    .filter(({ depth }) => depth > 0 || given.length === 0)
    .filter(({ pattern, depth }) => matchesPath(pattern, given.slice(0, depth).join('/')))
    .toSorted((a, b) => b.depth - a.depth);
  return nearest?.pattern;
}

/** Whether some path matches both patterns. */
export function overlaps(a: string, b: string): boolean {
  const left = a.split('/').filter(Boolean);
  const right = b.split('/').filter(Boolean);
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || part.startsWith(':') || right[index]?.startsWith(':') === true)
  );
}

/** Identifies one PDF. */
export interface DocumentAddress {
  /** "developer-terms". */
  readonly document: string;
  /** "v2". */
  readonly version: string;
  /** "en", "fr-ca"; case does not matter. */
  readonly language: string;
}

/** Pattern of the paths of all PDFs. */
export const DOCUMENTS_PATTERN = '/documents/:document/:version/:file';

/**
 * Path of a document's PDF in the live release. It never changes; the language is in upper case (specification, section
 * 7).
 */
export function documentPath({ document, version, language }: DocumentAddress): string {
  return `/documents/${document}/${version}/${language.toUpperCase()}.pdf`;
}

/** The document that a path names; undefined for every other path. */
export function parseDocumentPath(pathname: string): DocumentAddress | undefined {
  const match = /^\/documents\/([a-z]+(?:-[a-z]+)*)\/(v[1-9]\d*)\/([a-z]{2}(?:-[a-z]{2})?)\.pdf$/i.exec(pathname);
  if (!match) return undefined;
  const [document = '', version = '', language = ''] = match.slice(1).map((part) => part.toLowerCase());
  return { document, version, language };
}

/** Name of the artifact's file that holds a document as PDF: "terms.v2.en.0123456789abcdef.pdf". */
export function documentFileName({ document, version, language }: DocumentAddress, hash: string): string {
  return `${document}.${version}.${language.toLowerCase()}.${hash}.pdf`;
}

/** The file of a document among the files of an artifact. */
export function findDocumentFile(files: readonly string[], address: DocumentAddress): string | undefined {
  const [start = ''] = documentFileName(address, '\n').split('\n');
  return files.find((file) => file.startsWith(start) && /^[0-9a-f]{16}\.pdf$/.test(file.slice(start.length)));
}
