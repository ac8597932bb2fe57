/** The longest message of an error that is reported, in characters. */
export const MOST_MESSAGE = 200;
/** What is read of a longer one: masks make texts shorter. */
const MOST_READ = 1000;

/** "settings.0123456789abcdef.js:1:2345": a built file, line and column. */
export const POSITION = /^[\w.-]{1,80}\.[0-9a-f]{16}\.js:\d{1,7}:\d{1,7}$/;

/**
 * What stands in quotation marks may have been typed by a person. Browsers say "(reading 'serial')", which is the name
 * of a field in the code: the first group keeps it.
 */
const QUOTED =
  /(\((?:reading|setting) '[A-Za-z_$][\w$]{0,40}'\))|"[^"]*"?|“[^”]*”?|„[^“”"]*[“”"]?|«[^»]*»?|»[^«]*«?|‹[^›]*›?|`[^`]*`?|(?<!\w)['‘][^'’]*['’]?|‚[^‘’']*[‘’']?/g;

/** In this order. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/[^\s@<>(),;]+@[^\s@<>(),;]+/g, '<e-mail>'],
  [/[^\s@<>(),;/?#&=]+%40[^\s@<>(),;/?#&=]+/g, '<e-mail>'],
  [/([^\s(<])[?#][^\s()]+/g, '$1?<query>'],
  [/(?<![\w.-])(?=[\w.-]*\d)[\w.-]{16,}/g, '<token>'],
  [/\+?\d(?:[ ./:-]?\d){4,}/g, '<number>'],
];

/**
 * The message of an error without what may be about a person: addresses of mail, queries of addresses, tokens, long
 * numbers, and what stands in quotation marks. The same for a message that is masked already.
 */
export function maskMessage(text: string): string {
  // Half a word may be half an address of mail.
  const read = text.length > MOST_READ ? text.slice(0, MOST_READ).replace(/\s\S*$/, '') : text;
  let masked = read.replaceAll(/[\s\p{C}]+/gu, ' ').replaceAll(QUOTED, (_quoted, field?: string) => field ?? '<text>');
  for (const [pattern, mask] of MASKS) masked = masked.replaceAll(pattern, mask);
  return masked.slice(0, MOST_MESSAGE).trim();
}
