import { countryName } from '@portal/contract/country-name';
import { cookieValues, ownCookieName } from '@portal/contract/cookies';
import type { DataPreview } from '@portal/contract/data-preview';
import { expandPreview } from '@portal/contract/data-preview';
import { chooseLanguage, CHOSEN_LANGUAGE_COOKIE } from '@portal/contract/language';
import type { Markup } from '@portal/contract/markup';
import type { SavedInput } from '@portal/contract/page-elements';
import { CONTROLS, FILLED, PREVIEW_ID, PREVIEW_MARK, PRERENDERED_PAGE_ID } from '@portal/contract/page-elements';
import { getControlName } from '../layout/control-name.ts';
import { whenVisible } from '../when-visible.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Adds nodes: elements that the part's build knew, and texts. What the API answers never becomes markup. */
function add(parent: Element, nodes: readonly Markup[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') parent.append(node);
    // All slots and choices are filled.
    else if ('0' in node) {
      const [tag, attributes, content] = node;
      const element = document.createElementNS(tag === 'svg' ? SVG : parent.namespaceURI, tag);
      for (const [name, text] of Object.entries(attributes))
        if (typeof text === 'string') element.setAttribute(name, text);
      add(element, content);
      parent.append(element);
    }
  }
}

/** Whether the browser keeps something of the user that the page shows: only the running page can read it. */
function keepsOfUser(): boolean {
  try {
    return [...Object.keys(localStorage), ...Object.keys(sessionStorage)].some((name) =>
      /^portal-(reminder|draft) /.test(name),
    );
  } catch {
    return false; // without a storage, the page keeps nothing either
  }
}

/** The data of an answer; undefined if the API refused in it. */
function dataIn(text: string | undefined): unknown {
  const answer: unknown = JSON.parse(text ?? 'null');
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return undefined;
  return 'errors' in answer && Array.isArray(answer.errors) && answer.errors.length > 0 ? undefined : answer.data;
}

const NO_SELECTION = { selectionStart: null, selectionEnd: null };

/** Keeps what somebody does with the prerendered controls, until the running page repeats it. */
function keepInput(prerendered: HTMLElement, path: string): void {
  const kept: SavedInput = { path, pressed: new Map(), values: new Map() };
  window.__savedInput = kept;
  const findPage = (target: EventTarget | null) =>
    target instanceof Element ? target.closest(`#${prerendered.id}`) : null;
  const getPlace = (page: Element, control: Element) => [...page.querySelectorAll(CONTROLS)].indexOf(control);
  // On the document, because the shell may show a copy meanwhile.
  document.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      const page = findPage(target);
      if (!page || !(target instanceof Element)) return;
      const pressed = target.closest('button,[type="checkbox"]') ?? target.closest('label')?.control;
      if (!pressed?.matches('button,[type="checkbox"]')) return;
      event.preventDefault();
      kept.pressed.set(getPlace(page, pressed), getControlName(pressed));
    },
    true,
  );
  document.addEventListener(
    'input',
    ({ target }) => {
      const page = findPage(target);
      if (!page || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
      const { selectionStart: start, selectionEnd: end } = 'selectionStart' in target ? target : NO_SELECTION;
      const selection = start === null || end === null ? undefined : ([start, end] as const);
      kept.values.set(getPlace(page, target), { name: getControlName(target), value: target.value, selection });
    },
    true,
  );
  document.addEventListener(
    'submit',
    (event) => {
      if (findPage(event.target)) event.preventDefault();
    },
    true,
  );
}

/** Fills the data preview from the early reads, in the place of the skeleton. */
async function fill(): Promise<void> {
  const skeleton = document.querySelector('main > *');
  const text = document.getElementById(PREVIEW_ID)?.textContent;
  const { __earlyReads: reads, __earlyTexts: texts, __styles: styles } = window;
  if (!skeleton || !text || !reads || !texts || !styles || window.location.search !== '') return;
  // oxlint-disable-next-line no-unsafe-assignment -- the web server has validated it; a schema would be too large for this inline script
  const carried: DataPreview = JSON.parse(text);
  const { lang } = document.documentElement;
  // The first name of a country is slow, so the browser makes it while the API answers.
  if (Object.values(carried.account.slots).includes('country')) void nextFrame().then(() => countryName('DE', lang));
  // Without one of its style sheets, the skeleton looks better.
  await Promise.all([reads['account/'], carried.rows && reads[carried.rows.read], styles]);
  const user = dataIn(texts['account/']);
  const list = carried.rows && dataIn(texts[carried.rows.read]);
  const [chosen] = cookieValues(document.cookie, ownCookieName(CHOSEN_LANGUAGE_COOKIE, location.protocol === 'https:'));
  // The client asks for them, too.
  if (typeof user !== 'object' || user === null || !('roles' in user) || !Array.isArray(user.roles)) return;
  const own = 'language' in user ? user.language : null;
  if (chooseLanguage({ chosen, user: typeof own === 'string' ? own : null, browser: lang }) !== lang) return;
  const nodes = expandPreview(carried, user, list, lang);
  // By now the portal may run, or have said that it did not start.
  if (!nodes || !skeleton.isConnected || keepsOfUser()) return;
  const prerendered = document.createElement('div');
  prerendered.id = PRERENDERED_PAGE_ID;
  prerendered.className = 'prerendered';
  prerendered.dataset['path'] = carried.path;
  prerendered.dataset[FILLED] = '';
  add(prerendered, nodes);
  skeleton.parentElement?.replaceChildren(prerendered);
  performance.mark(PREVIEW_MARK);
  keepInput(prerendered, carried.path);
}

/** Resolves after the next frame, in which the browser paints what has changed. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

// A read that failed is made again by the running page, which says what is wrong.
window.__preview = new Promise<void>(whenVisible).then(fill).then(nextFrame, () => undefined);
