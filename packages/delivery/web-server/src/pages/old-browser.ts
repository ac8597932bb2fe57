import { OLDEST_BROWSERS } from '@portal/contract/browsers';
import type { Language } from '@portal/contract/language';
import { OLD_BROWSER_PATH } from '@portal/contract/web-server-paths';
import { escapeHtml } from '@portal/node-kit/html';
import type { HttpResponse } from '../http/http-response.ts';
import { NOT_INDEXED } from '../http/http-response.ts';
import { plainPage } from './plain-page.ts';
import type { Visitor } from './page-request.ts';

/**
 * What the portal's code needs and cannot replace; the newest first (docs/browsers.md). A missing object throws, and
 * counts as missing.
 */
const NEEDED = [
  'URL.parse',
  'Promise.withResolvers',
  'window.BroadcastChannel',
  'HTMLScriptElement.supports("importmap")',
  'CSS.supports("color","light-dark(red,red)")',
  'CSS.supports("selector(:has(a))")',
];

/**
 * Leaves the page for the one for old browsers. In the first version of the language that knew exceptions, because old
 * browsers have to run it.
 */
export const BROWSER_CHECK =
  `var portalRuns=false;try{portalRuns=!!(${NEEDED.join('&&')})}catch(missing){}` +
  `if(!portalRuns)location.replace("${OLD_BROWSER_PATH}?locale="+document.documentElement.lang)`;

interface Texts {
  readonly title: string;
  readonly needs: string;
  readonly advice: string;
  readonly tryAgain: string;
}

const { chrome, firefox, safari } = OLDEST_BROWSERS;

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Your browser is too old for the portal',
    needs: `The portal needs Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, or a newer version of one of them.`,
    advice: 'Please update your browser, or open the portal in another one or on another device.',
    tryAgain: 'Try again',
  },
  de: {
    title: 'Ihr Browser ist zu alt für das Portal',
    needs: `Das Portal benötigt Chrome oder Edge ${chrome}, Firefox ${firefox}, Safari ${safari} oder eine neuere Version davon.`,
    advice:
      'Bitte aktualisieren Sie Ihren Browser, oder öffnen Sie das Portal in einem anderen Browser oder auf einem anderen Gerät.',
    tryAgain: 'Noch einmal versuchen',
  },
  fr: {
    title: 'Votre navigateur est trop ancien pour le portail',
    needs: `Le portail nécessite Chrome ou Edge ${chrome}, Firefox ${firefox}, Safari ${safari} ou une version plus récente.`,
    advice: 'Mettez votre navigateur à jour, ou ouvrez le portail dans un autre navigateur ou sur un autre appareil.',
    tryAgain: 'Réessayer',
  },
  nl: {
    title: 'Uw browser is te oud voor de portal',
    needs: `De portal heeft Chrome of Edge ${chrome}, Firefox ${firefox}, Safari ${safari} of een nieuwere versie daarvan nodig.`,
    advice: 'Werk uw browser bij, of open de portal in een andere browser of op een ander apparaat.',
    tryAgain: 'Opnieuw proberen',
  },
};

/** The page for browsers that fail the check; it needs no script and no style sheet. */
export function oldBrowserResponse(visitor: Visitor): HttpResponse {
  const { title, needs, advice, tryAgain } = TEXTS[visitor.language];
  const paragraphs = [escapeHtml(needs), escapeHtml(advice), `<a href="/">${escapeHtml(tryAgain)}</a>`];
  return plainPage(200, visitor, title, paragraphs, NOT_INDEXED);
}
