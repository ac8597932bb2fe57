import type { Language } from '@portal/contract/language';

interface AccountPasswordTexts {
  readonly lead: (email: string) => string;
  readonly rules: string;
  readonly insecure: string;
  readonly closed: { readonly title: string; readonly text: string };
  readonly expired: { readonly title: string; readonly text: string; readonly action: string };
  readonly sent: { readonly title: string; readonly text: (days: number) => string };
  readonly done: { readonly title: string; readonly text: string };
}

/** The texts of the pages that set an account's own password, in every language; they share others with those of the eBike ID. */
export const ACCOUNT_PASSWORD_TEXTS: Readonly<Record<Language, AccountPasswordTexts>> = {
  en: {
    lead: (email) =>
      `For the account ${email} at the eBike Portal. You confirm changes with it; you still sign in with your eBike ID.`,
    rules: 'At least 6 characters, with a digit.',
    insecure: 'This password is not secure enough: it needs 6 characters and a digit.',
    closed: { title: 'This link no longer works', text: 'It has been used, or was replaced by a later one.' },
    expired: {
      title: 'This link has expired',
      text: 'We can send a new one to the address of your account.',
      action: 'Send a new link',
    },
    sent: {
      title: 'Please check your inbox',
      text: (days) => `A mail is on its way. Its link works once, for ${days} days.`,
    },
    done: { title: 'Your password is set', text: 'Your account has a password of its own again.' },
  },
  de: {
    lead: (email) =>
      `Für das Konto ${email} im eBike Portal. Sie bestätigen damit Änderungen; angemeldet wird weiterhin mit Ihrer eBike ID.`,
    rules: 'Mindestens 6 Zeichen, darunter eine Ziffer.',
    insecure: 'Dieses Passwort ist nicht sicher genug: Es braucht 6 Zeichen und eine Ziffer.',
    closed: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Er wurde schon verwendet oder durch einen späteren ersetzt.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Wir können einen neuen an die Adresse Ihres Kontos senden.',
      action: 'Neuen Link senden',
    },
    sent: {
      title: 'Bitte sehen Sie in Ihrem Postfach nach',
      text: (days) => `Eine E-Mail ist unterwegs. Der Link darin funktioniert einmal und ${days} Tage lang.`,
    },
    done: { title: 'Ihr Passwort ist festgelegt', text: 'Ihr Konto hat wieder ein eigenes Passwort.' },
  },
  fr: {
    lead: (email) =>
      `Pour le compte ${email} du eBike Portal. Il sert à confirmer vos modifications ; vous vous connectez toujours avec votre eBike ID.`,
    rules: 'Au moins 6 caractères, dont un chiffre.',
    insecure: 'Ce mot de passe n’est pas assez sûr : il lui faut 6 caractères et un chiffre.',
    closed: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Il a déjà été utilisé, ou un lien plus récent l’a remplacé.',
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Nous pouvons en envoyer un nouveau à l’adresse de votre compte.',
      action: 'Envoyer un nouveau lien',
    },
    sent: {
      title: 'Consultez votre boîte de réception',
      text: (days) =>
        `Un e-mail est en route. Le lien qu’il contient fonctionne une seule fois, pendant ${days} jours.`,
    },
    done: { title: 'Votre mot de passe est défini', text: 'Votre compte a de nouveau son propre mot de passe.' },
  },
  nl: {
    lead: (email) =>
      `Voor het account ${email} in het eBike Portal. U bevestigt er wijzigingen mee; u logt nog steeds in met uw eBike ID.`,
    rules: 'Ten minste 6 tekens, met een cijfer.',
    insecure: 'Dit wachtwoord is niet veilig genoeg: het heeft 6 tekens en een cijfer nodig.',
    closed: { title: 'Deze link werkt niet meer', text: 'Hij is al gebruikt of vervangen door een latere.' },
    expired: {
      title: 'Deze link is verlopen',
      text: 'We kunnen een nieuwe naar het adres van uw account sturen.',
      action: 'Nieuwe link sturen',
    },
    sent: {
      title: 'Kijk in uw inbox',
      text: (days) => `Er is een e-mail onderweg. De link erin werkt één keer, ${days} dagen lang.`,
    },
    done: { title: 'Uw wachtwoord is ingesteld', text: 'Uw account heeft weer een eigen wachtwoord.' },
  },
};
