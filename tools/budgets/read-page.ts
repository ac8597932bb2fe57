import { PREVIEW_ID } from '@portal/contract/page-elements';
import type { Measured } from './read-build.ts';
import { compressedSize } from './read-build.ts';

/** The quality with which the web server compresses pages. */
const PAGE_QUALITY = 11;

/** Pages with a budget, and whether their visitor is signed in. */
const BUDGET_PAGES = { '/login': false, '/settings': true, '/account': true, '/privacy-policy': false } as const;

type BudgetPath = keyof typeof BUDGET_PAGES;
export const BUDGET_PATHS = [
  '/login',
  '/settings',
  '/account',
  '/privacy-policy',
] as const satisfies readonly BudgetPath[];

const ELEMENT = /<(script|style)([^>]*)>([^]*?)<\/\1>/g;

/** Scripts and styles by what marks them, else by their number; all else is markup. */
function getContents(html: string): Readonly<Record<string, number>> {
  const sizes: Record<string, number> = {};
  let rest = Buffer.byteLength(html);
  for (const [index, [whole, tag = '', attributes = '']] of [...html.matchAll(ELEMENT)].entries()) {
    const mark = /(?:id|type)="([^"]+)"/.exec(attributes)?.[1] ?? `number ${String(index + 1)}`;
    const name = `<${tag}> ${mark}`;
    sizes[name] = (sizes[name] ?? 0) + Buffer.byteLength(whole);
    rest -= Buffer.byteLength(whole);
  }
  return { ...sizes, markup: rest };
}

/** The first screen of a page, and the script that fills it. */
const PREVIEW = new RegExp(`<script[^>]* id="${PREVIEW_ID}">[^]*?</script>\\n<script>[^]*?</script>\\n`);

/**
 * A page of the portal at `url`, as a visitor without cookies but that of a session gets it; its first screen has a
 * budget of its own.
 */
export async function readPage(url: string, path: BudgetPath): Promise<Measured> {
  const answer = await fetch(`${url}${path}`, {
    headers: { 'accept-language': 'en', ...(BUDGET_PAGES[path] && { cookie: 'access_token=any' }) },
  });
  if (!answer.ok) throw new Error(`${url}${path} answers ${String(answer.status)}`);
  const html = await answer.text();
  const [preview] = PREVIEW.exec(html) ?? [];
  const page = html.replace(PREVIEW, '');
  const size = async (text: string) => await compressedSize(Buffer.from(text), PAGE_QUALITY);
  const pageSize = await size(page);
  if (preview === undefined) return { bytes: { page: pageSize }, contents: { page: getContents(page) } };
  return {
    bytes: { page: pageSize, 'data preview': (await size(html)) - pageSize },
    contents: { page: getContents(page), 'data preview': getContents(preview) },
  };
}
