const NUL = '\u0000';

/** Whether a text contains NUL, the one character that PostgreSQL keeps in no text: it refuses to look for such a text, too. */
export function hasNul(text: string): boolean {
  return text.includes(NUL);
}
