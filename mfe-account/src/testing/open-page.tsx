import type { State } from '@portal/catalogue';
import { openState } from '@portal/catalogue/testing';
import type { Language } from '@portal/contract/language';
import { act } from '@testing-library/react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import { ANSWERS } from './answers.ts';

const MESSAGES = { en, de, fr, nl };

/** What differs from the page as it opens for an account on single sign-on. */
export interface Opening extends Omit<State, 'Page'> {
  readonly language?: Language;
}

type Tell = (changes: readonly { readonly target: Element; readonly isIntersecting: boolean }[]) => void;
let tellWatcher: Tell = () => undefined;

/** jsdom has no layout: nothing is seen until a test says so. */
class FakeIntersectionObserver {
  constructor(tell: Tell) {
    tellWatcher = tell;
  }
  observe() {}
  disconnect() {}
}

/** Scrolls elements into the view, or out of it. */
export function setSeen(isIntersecting: boolean, ...targets: readonly Element[]): void {
  act(() => tellWatcher(targets.map((target) => ({ target, isIntersecting }))));
}

/** Opens a page of this remote, signed in; `sent` finds the calls that it sends. */
export async function openPage(Page: State['Page'], { language = 'en', answers, ...opening }: Opening = {}) {
  Object.assign(globalThis, { IntersectionObserver: FakeIntersectionObserver });
  const state = { path: '/account', ...opening, Page, answers: { ...ANSWERS, ...answers } };
  return await openState(state, { 'mfe-account': MESSAGES[language] }, language);
}
