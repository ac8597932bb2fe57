import type { Language } from '@portal/contract/language';
import type { Letter } from './letter.ts';

/** Whose address is to change to which. */
interface Confirmation {
  readonly firstName: string;
  readonly newEmail: string;
  /** Whole days that the link is good for. */
  readonly days: number;
}

/** The mail that has a new address confirmed (specification, section 4), in every language. */
export const CONFIRMATION_LETTER: Readonly<Record<Language, (confirmation: Confirmation) => Letter>> = {
  en: ({ firstName, newEmail, days }) => ({
    subject: 'Please confirm your new email address',
    before: [
      `Hello ${firstName},`,
      `your account is to use ${newEmail} from now on. Please confirm that this address is yours.`,
    ],
    action: 'Confirm the address',
    after: [
      `The link works once, for ${days} days. Until then your account keeps its present address.`,
      'If you did not ask for this change, there is nothing to do.',
      'Your eBike Portal',
    ],
  }),
  de: ({ firstName, newEmail, days }) => ({
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    before: [
      `Hallo ${firstName},`,
      `Ihr Konto soll künftig ${newEmail} verwenden. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.`,
    ],
    action: 'Adresse bestätigen',
    after: [
      `Der Link funktioniert einmal und ${days} Tage lang. Bis dahin behält Ihr Konto seine bisherige Adresse.`,
      'Wenn Sie diese Änderung nicht veranlasst haben, müssen Sie nichts tun.',
      'Ihr eBike Portal',
    ],
  }),
  fr: ({ firstName, newEmail, days }) => ({
    subject: 'Merci de confirmer votre nouvelle adresse e-mail',
    before: [
      `Bonjour ${firstName},`,
      `votre compte doit désormais utiliser ${newEmail}. Merci de confirmer que cette adresse est bien la vôtre.`,
    ],
    action: 'Confirmer l’adresse',
    after: [
      `Le lien fonctionne une seule fois, pendant ${days} jours. D’ici là, votre compte garde son adresse actuelle.`,
      'Si vous n’êtes pas à l’origine de ce changement, vous n’avez rien à faire.',
      'Votre eBike Portal',
    ],
  }),
  nl: ({ firstName, newEmail, days }) => ({
    subject: 'Bevestig uw nieuwe e-mailadres',
    before: [`Hallo ${firstName},`, `uw account gaat ${newEmail} gebruiken. Bevestig dat dit adres van u is.`],
    action: 'Adres bevestigen',
    after: [
      `De link werkt één keer, ${days} dagen lang. Tot dan houdt uw account het huidige adres.`,
      'Hebt u niet om deze wijziging gevraagd, dan hoeft u niets te doen.',
      'Uw eBike Portal',
    ],
  }),
};
