/** What no font shows, besides white space: controls, direction marks, and what Unicode allows programs to ignore. */
const UNSEEN = String.raw`\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb`;
const SHOWS_NOTHING = new RegExp(`^[\\s${UNSEEN}]*$`, 'u');
const AT_BEGIN = new RegExp(String.raw`^[\s${UNSEEN}]+`, 'u');
/** At the end, a variation selector or a tag belongs to the emoji before it. */
const AT_END = /[\s\p{Cc}\p{Bidi_Control}\u00ad\u200b-\u200d\u2060\ufeff]/u;
const ANY_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u');

/** A text without white space and unseen characters around it; '' if it shows nothing. */
export function trimText(text: string): string {
  if (SHOWS_NOTHING.test(text)) return '';
  // One by one: "[…]+$" tries each white space of a long text as a begin.
  let end = text.length;
  while (AT_END.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(AT_BEGIN, '');
}

/**
 * The first character that nobody sees, as "U+200B"; undefined if there is none. For texts in which none has a meaning,
 * such as addresses.
 */
export function unseenIn(text: string): string | undefined {
  const code = ANY_UNSEEN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
