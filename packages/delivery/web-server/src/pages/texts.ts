import type { Language } from '@portal/contract/language';

/** The product's name, the same in every language. */
export const PRODUCT = 'eBike Portal';

/** Description of the portal for search engines and previews. */
export const DESCRIPTION: Readonly<Record<Language, string>> = {
  en: 'Manage the hubs of your e-bike, share them, and keep your account up to date.',
  de: 'Verwalten und teilen Sie die Hubs Ihres E-Bikes und halten Sie Ihr Konto aktuell.',
  fr: 'Gérez et partagez les hubs de votre vélo électrique et tenez votre compte à jour.',
  nl: 'Beheer en deel de hubs van uw e-bike en houd uw account actueel.',
};

/** Shown by browsers without scripts. */
export const NO_SCRIPT: Readonly<Record<Language, string>> = {
  en: 'The portal needs JavaScript. Please allow it in your browser and load the page again.',
  de: 'Das Portal benötigt JavaScript. Bitte erlauben Sie es in Ihrem Browser und laden Sie die Seite neu.',
  fr: 'Le portail a besoin de JavaScript. Autorisez-le dans votre navigateur et rechargez la page.',
  nl: 'Het portaal heeft JavaScript nodig. Sta het toe in uw browser en laad de pagina opnieuw.',
};

/** Shown at the address of a preview that has ended, or that nobody who may release has signed. */
export const NO_PREVIEW: Readonly<Record<Language, Readonly<Record<'title' | 'text' | 'refused' | 'link', string>>>> = {
  en: {
    title: 'There is no such preview',
    text: 'It has expired, its versions can no longer be shown, or the address is incomplete. Ask whoever sent it for a new one.',
    refused: 'It would take a part of the portal from %, which this portal does not accept.',
    link: 'To the portal',
  },
  de: {
    title: 'Diese Vorschau gibt es nicht',
    text: 'Sie ist abgelaufen, ihre Versionen können nicht mehr gezeigt werden, oder die Adresse ist unvollständig. Bitten Sie um eine neue.',
    refused: 'Sie würde einen Teil des Portals von % laden, was dieses Portal nicht erlaubt.',
    link: 'Zum Portal',
  },
  fr: {
    title: 'Cet aperçu n’existe pas',
    text: 'Il a expiré, ses versions ne peuvent plus être affichées ou l’adresse est incomplète. Demandez-en une nouvelle.',
    refused: 'Il chargerait une partie du portail depuis %, ce que ce portail n’accepte pas.',
    link: 'Vers le portail',
  },
  nl: {
    title: 'Deze voorvertoning bestaat niet',
    text: 'Ze is verlopen, de versies kunnen niet meer worden getoond of het adres is onvolledig. Vraag om een nieuw adres.',
    refused: 'Ze zou een deel van het portaal laden van %, wat dit portaal niet toestaat.',
    link: 'Naar het portaal',
  },
};

/** Shown while there is no release to serve. */
export const UNAVAILABLE: Readonly<Record<Language, { readonly title: string; readonly text: string }>> = {
  en: {
    title: 'The portal is not available',
    text: 'Please try again in a moment.',
  },
  de: {
    title: 'Das Portal ist nicht verfügbar',
    text: 'Bitte versuchen Sie es gleich noch einmal.',
  },
  fr: {
    title: 'Le portail n’est pas disponible',
    text: 'Réessayez dans un instant.',
  },
  nl: {
    title: 'Het portaal is niet beschikbaar',
    text: 'Probeer het zo dadelijk opnieuw.',
  },
};
