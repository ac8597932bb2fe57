import type { Language } from '@portal/contract/language';
import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import { ROOT_ID } from '@portal/contract/page-elements';

interface Texts {
  readonly heading: string;
  readonly text: string;
  readonly tryAgain: string;
}

/** Here and in no catalogue: a catalogue that does not come is one of the reasons to show them. */
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
    heading: 'De portal is niet gestart',
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
 * Says in the page's language that the portal did not start, in place of the painted skeleton; the painted header stays. It needs
 * no other code and no style sheet, for any of these may be what is missing.
 */
export function showStartFailure(error: unknown, reload = () => window.location.reload()): void {
  console.error('The portal could not be started.', error);
  const { heading, text, tryAgain } = TEXTS[languageOf(document.documentElement.lang) ?? FALLBACK_LANGUAGE];
  const button = element('button', 'button button--primary', tryAgain);
  button.addEventListener('click', () => reload());
  const card = element('section', 'card empty', element('p', '', text), button);
  card.setAttribute('role', 'alert');
  const root = document.getElementById(ROOT_ID);
  (root?.querySelector('main') ?? root)?.replaceChildren(
    element('div', 'page-head', element('div', 'page', element('h1', '', heading))),
    element('div', 'page page-body', card),
  );
}
