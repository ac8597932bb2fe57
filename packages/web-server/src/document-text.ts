import type { OwnedRoute } from './live-parts.ts';
import type { Visitor } from './visitor.ts';

/** A text of a legal document among the files of an artifact (see `documentFileName`). */
interface TextFile {
  readonly file: string;
  readonly version: number;
  readonly language: string;
}

function textFiles({ manifest, route }: OwnedRoute): readonly TextFile[] {
  return Object.keys(manifest.files).flatMap((file) => {
    const [document, version = '', language = '', , end, ...more] = file.split('.');
    const isText = document === route.page && /^v\d+$/.test(version) && end === 'html' && more.length === 0;
    return isText ? [{ file, version: Number(version.slice(1)), language }] : [];
  });
}

/** The languages that a visitor may get, best first, as the document's own page chooses them: English Canada has the policy of the United States. */
function wantedLanguages({ locale, language }: Visitor): readonly string[] {
  const regional = locale === 'en-ca' ? [locale, 'en-us'] : [locale];
  return [...regional, locale.slice(0, 2), language, 'en'];
}

/**
 * The file with the text that a document's page carries in its HTML, for everybody whose browser runs no scripts: the document that has the
 * name of the route's page. The version is that of the path (`/terms/v2`), else of the query, else the newest. Undefined for other pages.
 */
export function findDocumentText(
  owned: OwnedRoute,
  pathname: string,
  version: string | null,
  visitor: Visitor,
): string | undefined {
  const texts = textFiles(owned);
  const named = /\/(v\d+)\/?$/.exec(pathname)?.[1] ?? version;
  const newest = Math.max(...texts.map((text) => text.version));
  const chosen = texts.find((text) => `v${text.version}` === named)?.version ?? newest;
  const inVersion = texts.filter((text) => text.version === chosen);
  return wantedLanguages(visitor)
    .map((wanted) => inVersion.find(({ language }) => language === wanted)?.file)
    .find((file) => file !== undefined);
}
