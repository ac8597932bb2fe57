import type { Language } from '@portal/contract/language';

/** Spreadsheets expect the separator of the reader's country: where a comma marks decimals, it is the semicolon. */
const SEPARATORS: Readonly<Record<Language, string>> = { en: ',', de: ';', fr: ';', nl: ';' };

/** Without it, Excel takes the text for another encoding than UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A number as it is; a formula becomes text by an apostrophe, and every text is quoted (RFC 4180). */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** A CSV file for spreadsheets. */
export function csv(rows: readonly (readonly (string | number)[])[], language: Language): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(SEPARATORS[language])}\r\n`).join('');
}
