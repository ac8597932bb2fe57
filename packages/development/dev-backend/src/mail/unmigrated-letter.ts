import type { Language } from '@portal/contract/language';
import type { Letter } from './letters.ts';

interface Unmigrated {
  readonly firstName: string;
  /** How long the link is valid, in whole days. */
  readonly days: number;
}

/** The mail to somebody whose account is no longer on single sign-on, with the link that sets the account's password, in every language. */
export const UNMIGRATED_LETTER: Readonly<Record<Language, (values: Unmigrated) => Letter>> = {
  en: ({ firstName, days }) => ({
    subject: 'Set a password for your account',
    before: [
      `Hello ${firstName},`,
      'Our customer service has separated your account from your eBike ID. Your account has an email address and a password of its own again; you confirm changes with that password.',
    ],
    action: 'Set the password',
    after: [
      `The link works once, for ${days} days. After that, its page sends you a new one.`,
      'If you did not ask for this, please contact our customer service.',
      'Your eBike Portal',
    ],
  }),
  de: ({ firstName, days }) => ({
    subject: 'Legen Sie ein Passwort für Ihr Konto fest',
    before: [
      `Hallo ${firstName},`,
      'unser Kundenservice hat Ihr Konto von Ihrer eBike ID getrennt. Ihr Konto hat wieder eine eigene E-Mail-Adresse und ein eigenes Passwort; mit diesem Passwort bestätigen Sie Änderungen.',
    ],
    action: 'Passwort festlegen',
    after: [
      `Der Link funktioniert einmal und ${days} Tage lang. Danach sendet Ihnen seine Seite einen neuen.`,
      'Wenn Sie das nicht veranlasst haben, wenden Sie sich bitte an unseren Kundenservice.',
      'Ihr eBike Portal',
    ],
  }),
  fr: ({ firstName, days }) => ({
    subject: 'Définissez un mot de passe pour votre compte',
    before: [
      `Bonjour ${firstName},`,
      'Notre service client a séparé votre compte de votre eBike ID. Votre compte a de nouveau sa propre adresse e-mail et son propre mot de passe ; c’est avec ce mot de passe que vous confirmez les modifications.',
    ],
    action: 'Définir le mot de passe',
    after: [
      `Le lien fonctionne une seule fois, pendant ${days} jours. Ensuite, sa page vous en envoie un nouveau.`,
      'Si vous n’avez pas demandé cela, veuillez contacter notre service client.',
      'Votre eBike Portal',
    ],
  }),
  nl: ({ firstName, days }) => ({
    subject: 'Stel een wachtwoord in voor uw account',
    before: [
      `Hallo ${firstName},`,
      'Onze klantenservice heeft uw account van uw eBike ID losgemaakt. Uw account heeft weer een eigen e-mailadres en een eigen wachtwoord; met dat wachtwoord bevestigt u wijzigingen.',
    ],
    action: 'Wachtwoord instellen',
    after: [
      `De link werkt één keer, ${days} dagen lang. Daarna stuurt de pagina ervan u een nieuwe.`,
      'Hebt u hier niet om gevraagd, neem dan contact op met onze klantenservice.',
      'Uw eBike Portal',
    ],
  }),
};
