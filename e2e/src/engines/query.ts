import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Dom from '@testing-library/dom';

/** An element as a person finds it: by role and name, or by the label of its field. A string is the whole name. */
export type Target = { readonly role: string; readonly name?: string | RegExp } | { readonly label: string | RegExp };

type Words = { readonly exactly: string } | { readonly pattern: string };

/** A target that can be sent to a page. */
export interface Query {
  /** By label if there is none. */
  readonly role?: string;
  readonly words?: Words;
}

const getWords = (words: string | RegExp): Words =>
  typeof words === 'string' ? { exactly: words } : { pattern: words.source };

export function getQuery(target: Target): Query {
  if ('label' in target) return { words: getWords(target.label) };
  const { role, name } = target;
  return { role, ...(name !== undefined && { words: getWords(name) }) };
}

declare global {
  interface Window {
    TestingLibraryDom?: typeof Dom;
    /** What a person can find in the page. */
    findAll: (query: Query) => HTMLElement[];
  }
}

function findAll({ role, words }: Query): HTMLElement[] {
  const queries = window.TestingLibraryDom;
  if (!queries) throw new Error('The page has no queries.');
  const name = words && ('exactly' in words ? words.exactly : new RegExp(words.pattern));
  if (role === undefined) return queries.queryAllByLabelText(document.body, name ?? '');
  return queries.queryAllByRole(document.body, role, name === undefined ? {} : { name });
}

const TESTING_LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** Gives a page its queries. */
export const QUERIES = `${TESTING_LIBRARY};window.findAll=${findAll.toString()};`;

/** In the page: whether it has them. */
export const hasQueries = (): boolean => window.TestingLibraryDom !== undefined;

/** In the page: the one element of a query, once it is in view, at rest, enabled and under nothing else. */
export async function readyElement(query: Query): Promise<HTMLElement> {
  const found = window.findAll(query);
  const [element] = found;
  const it = JSON.stringify(query);
  if (!element || found.length > 1) throw new Error(`${it} is ${found.length} times in the page.`);
  if (element.matches(':disabled')) throw new Error(`${it} is disabled.`);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y) throw new Error(`${it} moves.`);
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  if (!top || !(element.contains(top) || label?.contains(top) || top.contains(element)))
    throw new Error(`<${top?.localName ?? 'nothing'} class="${top?.className ?? ''}"> covers ${it}.`);
  return element;
}

/** In the page: the words that a person reads. */
export const readText = (): string => document.body.innerText.replaceAll(/\s+/g, ' ');
