import type { Language } from '@portal/contract/language';

const EN = {
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
  /** Pages that set an account's own password; they share others with those of the eBike ID. */
  accountPassword: {
    lead: (email: string) =>
      `For the account ${email} at the eBike Portal. You confirm changes with it; you still sign in with your eBike ID.`,
    rules: 'At least 6 characters, with a digit.',
    insecure: 'This password is not secure enough: it needs 6 characters and a digit.',
    expired: {
      title: 'This link has expired',
      lead: 'We can send a new one to the address of your account.',
      action: 'Send a new link',
    },
    sent: (days: number) => `A mail is on its way. Its link works once, for ${days} days.`,
    done: { title: 'Your password is set', text: 'Your account has a password of its own again.' },
  },
};

/** The texts of the backend's pages but those that ask for a password, in every language. */
export const PAGE_TEXTS: Readonly<Record<Language, typeof EN>> = {
  en: EN,
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
    accountPassword: {
      lead: (email) =>
        `Für das Konto ${email} im eBike Portal. Sie bestätigen damit Änderungen; angemeldet wird weiterhin mit Ihrer eBike ID.`,
      rules: 'Mindestens 6 Zeichen, darunter eine Ziffer.',
      insecure: 'Dieses Passwort ist nicht sicher genug: Es braucht 6 Zeichen und eine Ziffer.',
      expired: {
        title: 'Dieser Link ist abgelaufen',
        lead: 'Wir können einen neuen an die Adresse Ihres Kontos senden.',
        action: 'Neuen Link senden',
      },
      sent: (days) => `Eine E-Mail ist unterwegs. Der Link darin funktioniert einmal und ${days} Tage lang.`,
      done: { title: 'Ihr Passwort ist festgelegt', text: 'Ihr Konto hat wieder ein eigenes Passwort.' },
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
    accountPassword: {
      lead: (email) =>
        `Pour le compte ${email} du eBike Portal. Il sert à confirmer vos modifications ; vous vous connectez toujours avec votre eBike ID.`,
      rules: 'Au moins 6 caractères, dont un chiffre.',
      insecure: 'Ce mot de passe n’est pas assez sûr : il lui faut 6 caractères et un chiffre.',
      expired: {
        title: 'Ce lien a expiré',
        lead: 'Nous pouvons en envoyer un nouveau à l’adresse de votre compte.',
        action: 'Envoyer un nouveau lien',
      },
      sent: (days) =>
        `Un e-mail est en route. Le lien qu’il contient fonctionne une seule fois, pendant ${days} jours.`,
      done: { title: 'Votre mot de passe est défini', text: 'Votre compte a de nouveau son propre mot de passe.' },
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
    accountPassword: {
      lead: (email) =>
        `Voor het account ${email} in het eBike Portal. U bevestigt er wijzigingen mee; u logt nog steeds in met uw eBike ID.`,
      rules: 'Ten minste 6 tekens, met een cijfer.',
      insecure: 'Dit wachtwoord is niet veilig genoeg: het heeft 6 tekens en een cijfer nodig.',
      expired: {
        title: 'Deze link is verlopen',
        lead: 'We kunnen een nieuwe naar het adres van uw account sturen.',
        action: 'Nieuwe link sturen',
      },
      sent: (days) => `Er is een e-mail onderweg. De link erin werkt één keer, ${days} dagen lang.`,
      done: { title: 'Uw wachtwoord is ingesteld', text: 'Uw account heeft weer een eigen wachtwoord.' },
    },
  },
};
