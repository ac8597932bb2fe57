import type { PortalConfig } from '@portal/contract/config';
import { chooseTextLanguage } from '@portal/contract/documents';
import type { PaintedDocument } from '@portal/contract/painted-document';
import { parsePaintedDocument, TEXT_PLACEHOLDER } from '@portal/contract/painted-document';
import { onlyValue } from '@portal/contract/query';
import type { Assets } from '../files/assets.ts';
import type { OwnedRoute } from '../releases/live-parts.ts';
import { paintedReader } from './read-painted.ts';
import type { Visitor } from './visitor.ts';

/** A painted page. */
export interface PaintedPage {
  /** Pages with the same `key` have the same bytes for the same visitor. */
  readonly key: string;
  /** Made when the page is not in memory. */
  readonly html: () => string;
  readonly styles: string;
  /** Only for browsers that run no scripts, because the running page shows something else, such as the PDF viewer. */
  readonly unscripted: boolean;
  /** Path of the route at which the running portal shows the page, where the address leads. */
  readonly path?: string | undefined;
  /** Title of the document, if it is not the declared one. */
  readonly title?: string;
}

/** A painted document among the files of an artifact (see `documentFileName`). */
interface DocumentFile {
  readonly file: string;
  readonly version: number;
  readonly language: string;
}

/** The document that has the name of the route's page. */
function documentFiles({ manifest, route }: OwnedRoute): readonly DocumentFile[] {
  return Object.keys(manifest.files).flatMap((file) => {
    const [document, version = '', language = '', , end, ...more] = file.split('.');
    const isPainted = document === route.page && /^v\d+$/.test(version) && end === 'json' && more.length === 0;
    return isPainted ? [{ file, version: Number(version.slice(1)), language }] : [];
  });
}

interface FoundDocument {
  readonly file: string;
  readonly fellBack: boolean;
  readonly versionFromQuery: boolean;
}

/** The text in the language that the page chooses, too; of the version in the path (`/terms/v2`), else in the query, else of the newest. */
function findDocument(
  owned: OwnedRoute,
  pathname: string,
  query: URLSearchParams,
  { locale, language }: Visitor,
): FoundDocument | undefined {
  const files = documentFiles(owned);
  const inPath = /\/(v\d+)\/?$/.exec(pathname)?.[1];
  const named = inPath ?? onlyValue(query, 'version');
  const known = files.find(({ version }) => `v${String(version)}` === named)?.version;
  const inVersion = files.filter(
    ({ version }) => version === (known ?? Math.max(...files.map((each) => each.version))),
  );
  const languages = inVersion.map((each) => each.language);
  const chosen = chooseTextLanguage(languages, locale === '' ? null : locale, language);
  const file = inVersion.find((each) => each.language === chosen?.language)?.file;
  if (!chosen || file === undefined) return undefined;
  return { file, fellBack: chosen.fellBack, versionFromQuery: inPath === undefined && known !== undefined };
}

/** Whether the running page opens in the PDF viewer. */
function opensInViewer({ viewer }: PaintedDocument, query: URLSearchParams, { documents }: PortalConfig): boolean {
  if (viewer === 'never') return false;
  const wanted = onlyValue(query, 'view');
  if (wanted === 'pdf' || wanted === 'text') return wanted === 'pdf';
  return viewer === 'first' || documents?.view === 'pdf';
}

const read = paintedReader(parsePaintedDocument);

export interface PaintedParts {
  readonly assets: Assets;
  readonly config: PortalConfig;
}

/** The painted page of the document that the page at this address shows; undefined for other pages. */
export async function findPaintedDocument(
  { assets, config }: PaintedParts,
  owned: OwnedRoute,
  pathname: string,
  query: URLSearchParams,
  visitor: Visitor,
): Promise<PaintedPage | undefined> {
  const found = findDocument(owned, pathname, query, visitor);
  if (!found) return undefined;
  const { file, fellBack, versionFromQuery } = found;
  const painted = await read(assets, owned.manifest, file);
  // Where the query does not count, the running page shows the newest version.
  if (!painted || (versionFromQuery && !painted.versionInQuery)) return undefined;
  const around = (fellBack ? painted.fallback : undefined) ?? painted.page;
  const unscripted = opensInViewer(painted, query, config);
  return {
    key: `${file} ${String(fellBack)} ${String(unscripted)}`,
    html: () => around[visitor.language].replace(TEXT_PLACEHOLDER, () => painted.text),
    styles: painted.styles,
    unscripted,
  };
}
