import type { PartFailure } from '@portal/contract/failure';
import type { Language } from '@portal/contract/language';
import { FALLBACK_LANGUAGE, parseLanguage } from '@portal/contract/language';
import type { PageData } from '@portal/contract/page';
import { FILLED, PAGE_DATA_ID, PRERENDERED_PAGE_ID, REPORTS_PATH, ROOT_ID } from '@portal/contract/page-elements';
import type { CrashDetails, PartReport } from '@portal/contract/report';
import { WAIT_LIMIT_MS } from '@portal/contract/time-limit';
import { visitId } from '@portal/contract/visit-id';
import { refreshPageFiles } from './cdn-fallback.ts';

interface Texts {
  readonly heading: string;
  readonly text: string;
  readonly tryAgain: string;
}

/** Not in a catalogue, because a catalogue that did not load is one of the possible failures. */
const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    heading: 'The portal did not start',
    text: 'Something that it needs did not arrive. Please check your connection and try again.',
    tryAgain: 'Try again',
  },
  de: {
    heading: 'Das Portal ist nicht gestartet',
    text: 'Etwas, das es braucht, ist nicht angekommen. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    tryAgain: 'Noch einmal versuchen',
  },
  fr: {
    heading: 'Le portail n’a pas démarré',
    text: 'Un élément nécessaire n’est pas arrivé. Vérifiez votre connexion et réessayez.',
    tryAgain: 'Réessayer',
  },
  nl: {
    heading: 'Het portaal is niet gestart',
    text: 'Iets wat het nodig heeft, is niet aangekomen. Controleer uw verbinding en probeer het opnieuw.',
    tryAgain: 'Opnieuw proberen',
  },
};

function element(tag: string, className: string, ...content: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

/**
 * Replaces the prerendered skeleton by a message, in the page's language, that the portal did not start; the
 * prerendered header stays, and so does the prerendered page of a document. It needs no other code and no style sheet,
 * because these may be missing.
 */
export function showStartFailure(error: unknown, reload = () => window.location.reload()): void {
  console.error('The portal could not be started.', error);
  const { heading, text, tryAgain } = TEXTS[parseLanguage(document.documentElement.lang) ?? FALLBACK_LANGUAGE];
  const button = element('button', 'button button--primary', tryAgain);
  button.addEventListener('click', () => {
    button.setAttribute('aria-busy', 'true');
    void refreshPageFiles(WAIT_LIMIT_MS)
      .catch(() => undefined)
      .then(reload);
  });
  const card = element('section', 'card empty', element('p', '', text), button);
  card.setAttribute('role', 'alert');
  // If the shell comes after all, nobody expects any more what they pressed.
  delete window.__savedInput;
  const prerendered = document.getElementById(PRERENDERED_PAGE_ID);
  if (prerendered && !(FILLED in prerendered.dataset)) {
    // Its text can be read without the portal.
    prerendered.className = 'prerendered prerendered--alone';
    card.prepend(element('h2', '', heading));
    prerendered.before(element('div', 'page prerendered-note', card));
    return;
  }
  const root = document.getElementById(ROOT_ID);
  (root?.querySelector('main') ?? root)?.replaceChildren(
    element('div', 'page-head', element('div', 'page', element('h1', '', heading))),
    element('div', 'page page-body', card),
  );
}

/** The shell's version in the page's data, read without a schema; undefined if the data is damaged. */
function shellVersion(): string | undefined {
  try {
    // oxlint-disable-next-line no-unsafe-assignment -- the inline script contains no schema; the web server validates the report
    const page: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '');
    return page.release.shell.version;
  } catch {
    return undefined; // damaged data may be the reason why the shell did not start
  }
}

/**
 * Reports to the web server that the shell did not start; release managers judge a canary of the shell by this. Never
 * throws. Part of the inline script.
 */
export function reportStartFailure(failure: PartFailure, details: CrashDetails = {}): void {
  const version = shellVersion();
  if (version === undefined) return;
  const reports: readonly PartReport[] = [{ part: 'shell', version, failure, ...details }];
  const body = JSON.stringify({ visit: visitId(), reports });
  navigator.sendBeacon(REPORTS_PATH, new Blob([body], { type: 'application/json' }));
}
