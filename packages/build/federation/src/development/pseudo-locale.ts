import { CHOSEN_LANGUAGE_COOKIE } from '@portal/contract/language';
import { PAGE_DATA_ID, PART_PATH, PARTS_PATH, ROLE_PARTS_PATH, ROOT_ID } from '@portal/contract/page-elements';
import type { Messages } from '@portal/contract/remote-module';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** An accented letter for each plain one: readable, but rarely typed in source code. */
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';

/** How much longer than English a translation can be. */
const LONGER = 0.4;
/** The unchanged parts of a text: {{placeholders}} and <tags>. */
const KEPT = /(\{\{[^}]*\}\}|<[^>]*>)/;

function accented(words: string): string {
  return words.replaceAll(/[a-z]/gi, (letter) => {
    const other = ACCENTED.charAt(PLAIN.indexOf(letter));
    return /[aeiou]/i.test(letter) ? other + other.toLowerCase() : other;
  });
}

/**
 * The English text with accents, in brackets and 40 % longer: "Menu" becomes "[Ṁééñûû]". A text on the screen without
 * its brackets is cut off or composed of pieces; one without accents is in no catalogue.
 */
export function pseudoText(text: string): string {
  // Every other piece is a placeholder or a tag.
  const pieces = text.split(KEPT);
  const words = pieces.filter((_, index) => index % 2 === 0).join('');
  if (!/[a-z]/i.test(words)) return text;
  const body = pieces.map((piece, index) => (index % 2 === 0 ? accented(piece) : piece)).join('');
  const wanted = Math.ceil(words.length * (1 + LONGER));
  return `[${body}${'~'.repeat(Math.max(0, wanted - accented(words).length))}]`;
}

/** Changes every text of a catalogue. */
export function mapTexts(texts: Messages, change: (text: string) => string): Messages {
  const changeAll = (text: string | Messages) => (typeof text === 'string' ? change(text) : mapTexts(text, change));
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, changeAll(text)]));
}

/**
 * `?locale=en-XA`, the usual tag for accented English, turns the pseudo-locale on. Any other `?locale=` turns it off.
 */
const PSEUDO_LOCALE = 'en-XA';
/** Key in the tab's storage, so that the pseudo-locale stays on across sign-in. */
const STORAGE_KEY = 'portal-development-locale';

function isWanted(): boolean {
  const locale = new URLSearchParams(window.location.search).get('locale');
  if (locale !== null && locale !== PSEUDO_LOCALE) sessionStorage.removeItem(STORAGE_KEY);
  else if (locale === PSEUDO_LOCALE) sessionStorage.setItem(STORAGE_KEY, PSEUDO_LOCALE);
  return sessionStorage.getItem(STORAGE_KEY) === PSEUDO_LOCALE;
}

/** Changes the texts in a document of the web server. */
export function changeTexts(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(changeTexts);
  if (typeof data !== 'object' || data === null) return data;
  if ('en' in data && typeof data.en === 'string') return { ...data, en: pseudoText(data.en) };
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, changeTexts(value)]));
}

/** Changes the texts of the parts that the page asks for. */
function changeAnswers(): void {
  const { fetch } = window;
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    const isDescriptor = [PART_PATH, ROLE_PARTS_PATH, PARTS_PATH].includes(new URL(answer.url).pathname);
    return isDescriptor && answer.ok ? Response.json(changeTexts(await answer.json())) : answer;
  };
}

/** Changes the texts of the prerendered frame. */
function changePrerenderedFrame(): void {
  const root = document.getElementById(ROOT_ID);
  if (!root) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.nodeValue = pseudoText(walker.currentNode.nodeValue ?? '');
}

/**
 * Turns the pseudo-locale on or off, as the address says. @returns a function that turns English texts into pseudo-texts,
 * or leaves them unchanged.
 */
export function startPseudoLocale(): (english: string) => string {
  if (!isWanted()) return (english) => english;
  // The portal must choose English, whatever the account's language is.
  document.cookie = `${CHOSEN_LANGUAGE_COOKIE}=en; Path=/; SameSite=Lax`;
  // The text node: Trusted Types refuse a text for the script element itself.
  const data = document.getElementById(PAGE_DATA_ID)?.firstChild;
  if (data) data.nodeValue = JSON.stringify(changeTexts(JSON.parse(data.nodeValue ?? 'null')));
  changePrerenderedFrame();
  changeAnswers();
  return pseudoText;
}
