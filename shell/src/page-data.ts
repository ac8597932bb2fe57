import type { PageData } from '@portal/contract/page';
import { parsePageData } from '@portal/contract/page';
import { PAGE_DATA_ID } from '@portal/contract/page-elements';

/** Reads what the web server put into the page. @throws {InvalidInputError} when it does not have the agreed shape. */
export function readPage(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent ?? '';
  const input: unknown = JSON.parse(text === '' ? 'null' : text);
  return parsePageData(input);
}
