function padded(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

/** The local day as dd.mm.yyyy, in every language (specification, section 9). */
export function formatDate(date: Date): string {
  return `${padded(date.getDate(), 2)}.${padded(date.getMonth() + 1, 2)}.${padded(date.getFullYear(), 4)}`;
}
