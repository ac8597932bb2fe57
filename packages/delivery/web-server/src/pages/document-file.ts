import type { PortalConfig } from '@portal/contract/config';
import { chooseTextLanguage } from '@portal/contract/documents';
import type { PrerenderedPage } from '@portal/contract/prerendered';
import { onlyValue } from '@portal/contract/paths';
import type { OwnedRoute } from '../releases/live-parts.ts';
import type { Visitor } from './visitor.ts';

/** A prerendered document among the files of an artifact: `terms.v2.en.HASH.json`. */
interface DocumentFile {
  readonly file: string;
  readonly version: number;
  readonly language: string;
}

/** The document that has the name of the route's page. */
function documentFiles({ manifest, route }: OwnedRoute): readonly DocumentFile[] {
  return Object.keys(manifest.files).flatMap((file) => {
    const [document, version = '', language = '', , end, ...more] = file.split('.');
    const isDocument = document === route.page && /^v\d+$/.test(version) && end === 'json' && more.length === 0;
    return isDocument ? [{ file, version: Number(version.slice(1)), language }] : [];
  });
}

/** The file with the text that a page shows. */
interface FoundDocument {
  readonly file: string;
  /** Whether the document does not exist in the wanted language. */
  readonly fellBack: boolean;
  readonly versionFromQuery: boolean;
}

/** The text in the language that the page chooses, too; of the version in the path (`/terms/v2`), else in the query, else of the newest. */
export function findDocument(
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
export function opensInViewer(
  { viewer }: NonNullable<PrerenderedPage['document']>,
  query: URLSearchParams,
  { documents }: PortalConfig,
): boolean {
  if (viewer === 'never') return false;
  const wanted = onlyValue(query, 'view');
  if (wanted === 'pdf' || wanted === 'text') return wanted === 'pdf';
  return viewer === 'first' || documents?.view === 'pdf';
}
