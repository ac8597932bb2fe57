import type { Language } from '@portal/contract/language';
import type { Letter } from './letters.ts';

/** The mail with the link that sets a new password, in every language. `minutes`: how long the link is valid. */
export const PASSWORD_LETTER: Readonly<Record<Language, (values: { readonly minutes: number }) => Letter>> = {
  en: ({ minutes }) => ({
    subject: 'Set a new password for your eBike ID',
    before: ['Hello,', 'Somebody, hopefully you, asked for a new password for the eBike ID with this address.'],
    action: 'Set a new password',
    after: [
      `The link works once, for ${minutes} minutes. Until then your present password stays as it is.`,
      'If you did not ask for this, there is nothing to do.',
      'Your eBike ID',
    ],
  }),
  de: ({ minutes }) => ({
    subject: 'Neues Passwort für Ihre eBike ID festlegen',
    before: [
      'Hallo,',
      'jemand, hoffentlich Sie, hat um ein neues Passwort für die eBike ID mit dieser Adresse gebeten.',
    ],
    action: 'Neues Passwort festlegen',
    after: [
      `Der Link funktioniert einmal und ${minutes} Minuten lang. Bis Sie ihn verwenden, bleibt Ihr bisheriges Passwort gültig.`,
      'Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun.',
      'Ihre eBike ID',
    ],
  }),
  fr: ({ minutes }) => ({
    subject: 'Définissez un nouveau mot de passe pour votre eBike ID',
    before: [
      'Bonjour,',
      'Quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour l’eBike ID qui porte cette adresse.',
    ],
    action: 'Définir un nouveau mot de passe',
    after: [
      `Le lien fonctionne une seule fois, pendant ${minutes} minutes. D’ici là, votre mot de passe actuel reste valable.`,
      'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire.',
      'Votre eBike ID',
    ],
  }),
  nl: ({ minutes }) => ({
    subject: 'Stel een nieuw wachtwoord in voor uw eBike ID',
    before: ['Hallo,', 'Iemand, hopelijk u, heeft een nieuw wachtwoord gevraagd voor de eBike ID met dit adres.'],
    action: 'Nieuw wachtwoord instellen',
    after: [
      `De link werkt één keer, ${minutes} minuten lang. Tot dan blijft uw huidige wachtwoord gelden.`,
      'Hebt u hier niet om gevraagd, dan hoeft u niets te doen.',
      'Uw eBike ID',
    ],
  }),
};
