const NUL = '\u0000';

/** Whether a text contains NUL, which PostgreSQL accepts neither in stored texts nor in queries. */
export function hasNul(text: string): boolean {
  return text.includes(NUL);
}
