import type { Language } from '@portal/contract/language';

interface MessageTexts {
  readonly title: string;
  readonly text: string;
}

interface PageTexts {
  /** Before the name of the language in the picker, for screen readers. */
  readonly language: string;
  readonly toPortal: string;
  readonly failed: MessageTexts;
  readonly expiredSignIn: MessageTexts & { readonly link: string };
  readonly signOut: {
    readonly title: string;
    readonly text: string;
    readonly action: string;
    readonly stay: string;
    readonly done: MessageTexts;
  };
  /** The link in the mail to a hub's owner. */
  readonly unknownReleaseLink: MessageTexts;
  readonly expiredReleaseLink: MessageTexts;
}

/** The texts of the backend's pages but those that ask for a password, in every language. */
export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: {
    language: 'Language:',
    toPortal: 'To the portal',
    failed: { title: 'This did not work', text: 'Please go back to the portal and try again.' },
    expiredSignIn: {
      title: 'This sign-in has expired',
      text: 'It was left open for too long, or it has been finished already.',
      link: 'Start again',
    },
    signOut: {
      title: 'Log out',
      text: 'This ends the session of your eBike ID in this browser, for the portal and everything else that uses it.',
      action: 'Log out',
      stay: 'Stay signed in',
      done: { title: 'You are logged out', text: 'See you on the road.' },
    },
    unknownReleaseLink: {
      title: 'This link leads nowhere',
      text: 'This address is incomplete or wrong. Please open the link in the mail again.',
    },
    expiredReleaseLink: {
      title: 'This link has expired',
      text: 'It was not used in time, so the hub is still yours. You can release it in the portal yourself.',
    },
  },
  de: {
    language: 'Sprache:',
    toPortal: 'Zum Portal',
    failed: {
      title: 'Das hat nicht funktioniert',
      text: 'Bitte gehen Sie zum Portal zurück und versuchen Sie es noch einmal.',
    },
    expiredSignIn: {
      title: 'Diese Anmeldung ist abgelaufen',
      text: 'Sie war zu lange offen, oder sie ist bereits abgeschlossen.',
      link: 'Neu beginnen',
    },
    signOut: {
      title: 'Abmelden',
      text: 'Das beendet die Sitzung Ihrer eBike ID in diesem Browser, für das Portal und alles andere, was sie verwendet.',
      action: 'Abmelden',
      stay: 'Angemeldet bleiben',
      done: { title: 'Sie sind abgemeldet', text: 'Bis zur nächsten Fahrt.' },
    },
    unknownReleaseLink: {
      title: 'Dieser Link führt nirgendwohin',
      text: 'Die Adresse ist unvollständig oder falsch. Bitte öffnen Sie den Link in der E-Mail noch einmal.',
    },
    expiredReleaseLink: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er wurde nicht rechtzeitig verwendet, der Hub gehört also weiterhin Ihnen. Sie können ihn im Portal selbst abgeben.',
    },
  },
  fr: {
    language: 'Langue :',
    toPortal: 'Aller au portail',
    failed: { title: 'Cela n’a pas fonctionné', text: 'Veuillez revenir au portail et réessayer.' },
    expiredSignIn: {
      title: 'Cette connexion a expiré',
      text: 'Elle est restée ouverte trop longtemps, ou elle est déjà terminée.',
      link: 'Recommencer',
    },
    signOut: {
      title: 'Se déconnecter',
      text: 'Cela met fin à la session de votre eBike ID dans ce navigateur, pour le portail et tout ce qui l’utilise.',
      action: 'Se déconnecter',
      stay: 'Rester connecté',
      done: { title: 'Vous êtes déconnecté', text: 'À bientôt sur la route.' },
    },
    unknownReleaseLink: {
      title: 'Ce lien ne mène nulle part',
      text: 'L’adresse est incomplète ou erronée. Veuillez ouvrir à nouveau le lien reçu par e-mail.',
    },
    expiredReleaseLink: {
      title: 'Ce lien a expiré',
      text: 'Il n’a pas été utilisé à temps : le hub vous appartient toujours. Vous pouvez le dissocier vous-même dans le portail.',
    },
  },
  nl: {
    language: 'Taal:',
    toPortal: 'Naar het portaal',
    failed: { title: 'Dit is niet gelukt', text: 'Ga terug naar het portaal en probeer het opnieuw.' },
    expiredSignIn: {
      title: 'Deze inlogpoging is verlopen',
      text: 'Ze stond te lang open, of ze is al afgerond.',
      link: 'Opnieuw beginnen',
    },
    signOut: {
      title: 'Uitloggen',
      text: 'Hiermee eindigt de sessie van uw eBike ID in deze browser, voor het portaal en alles wat die gebruikt.',
      action: 'Uitloggen',
      stay: 'Ingelogd blijven',
      done: { title: 'U bent uitgelogd', text: 'Tot de volgende rit.' },
    },
    unknownReleaseLink: {
      title: 'Deze link leidt nergens heen',
      text: 'Het adres is onvolledig of onjuist. Open de link in de e-mail opnieuw.',
    },
    expiredReleaseLink: {
      title: 'Deze link is verlopen',
      text: 'Hij is niet op tijd gebruikt, dus de hub is nog van u. U kunt hem zelf vrijgeven in het portaal.',
    },
  },
};
