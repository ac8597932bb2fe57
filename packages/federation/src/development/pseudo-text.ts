const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** An accented letter for each plain one: readable, and not what a person types into the code. */
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';

/** How much longer a translation can be than English. */
const LONGER = 0.4;
/** What a text carries along as it is: {{places}} and <tags>. */
const KEPT = /(\{\{[^}]*\}\}|<[^>]*>)/;

function accented(words: string): string {
  return words.replaceAll(/[a-z]/gi, (letter) => {
    const other = ACCENTED.charAt(PLAIN.indexOf(letter));
    return /[aeiou]/i.test(letter) ? other + other.toLowerCase() : other;
  });
}

/**
 * The English text as a language would have it that is all accents and takes 40 % more room: "Menu" is "[Ṁééñûû]". Without its
 * brackets a text is cut off, or put together from pieces; with a plain letter it is in no catalogue.
 */
export function pseudoText(text: string): string {
  // Every other piece is a place or a tag.
  const pieces = text.split(KEPT);
  const words = pieces.filter((_, index) => index % 2 === 0).join('');
  if (!/[a-z]/i.test(words)) return text;
  const body = pieces.map((piece, index) => (index % 2 === 0 ? accented(piece) : piece)).join('');
  const wanted = Math.ceil(words.length * (1 + LONGER));
  return `[${body}${'~'.repeat(Math.max(0, wanted - accented(words).length))}]`;
}

/** The same for every text of a catalogue, or of anything else that is made of texts. */
export function pseudoTexts(texts: unknown): unknown {
  if (typeof texts === 'string') return pseudoText(texts);
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoTexts(text)]));
}
