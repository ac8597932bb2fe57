import type { Language } from '@portal/contract/language';

/** Spreadsheets expect the separator of the reader's country: where a comma marks decimals, it is the semicolon. */
const SEPARATORS: Readonly<Record<Language, string>> = { en: ',', de: ';', fr: ';', nl: ';' };

/** Without it, Excel takes the text for another encoding than UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Digits alone, as of a serial: a spreadsheet would drop its leading zeros. */
const DIGITS = /^\d+$/;

/**
 * What a spreadsheet shows as `text`. Only digits become a formula, of themselves; what else looks like one gets an
 * apostrophe.
 */
function escapeFormula(text: string): string {
  if (DIGITS.test(text)) return `="${text}"`;
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A number as it is, a text quoted (RFC 4180). */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `"${escapeFormula(value).replaceAll('"', '""')}"`;
}

/** A CSV file for spreadsheets. All rows get the same number of cells. */
export function csv(rows: readonly (readonly (string | number)[])[], language: Language): string {
  const width = Math.max(...rows.map(({ length }) => length));
  const lines = rows.map((row) =>
    Array.from({ length: width }, (_empty, index) => cell(row[index] ?? '')).join(SEPARATORS[language]),
  );
  return BYTE_ORDER_MARK + lines.map((line) => `${line}\r\n`).join('');
}
