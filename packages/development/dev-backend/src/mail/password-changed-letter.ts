import type { Language } from '@portal/contract/language';
import type { Letter } from './letters.ts';

/** The mail after a change of an account's own password, in every language: whoever did not change it learns of it. */
export const PASSWORD_CHANGED_LETTER: Readonly<Record<Language, (person: { readonly firstName: string }) => Letter>> = {
  en: ({ firstName }) => ({
    subject: 'Your password was changed',
    before: [`Hello ${firstName},`, 'The password of your account was changed in the portal.'],
    action: 'Go to your account',
    after: [
      'If it was you, there is nothing to do.',
      'If it was not you, please write to our support at once. Somebody else may be signed in to your account.',
      'Your eBike Portal',
    ],
  }),
  de: ({ firstName }) => ({
    subject: 'Ihr Passwort wurde geändert',
    before: [`Hallo ${firstName},`, 'das Passwort Ihres Kontos wurde im Portal geändert.'],
    action: 'Zu Ihrem Konto',
    after: [
      'Wenn Sie es waren, müssen Sie nichts tun.',
      'Wenn Sie es nicht waren, schreiben Sie bitte sofort unserem Kundenservice. Vielleicht ist jemand anderes in Ihrem Konto angemeldet.',
      'Ihr eBike Portal',
    ],
  }),
  fr: ({ firstName }) => ({
    subject: 'Votre mot de passe a été modifié',
    before: [`Bonjour ${firstName},`, 'Le mot de passe de votre compte a été modifié dans le portail.'],
    action: 'Aller à votre compte',
    after: [
      'Si c’était vous, vous n’avez rien à faire.',
      'Si ce n’était pas vous, écrivez tout de suite à notre service client. Quelqu’un d’autre est peut-être connecté à votre compte.',
      'Votre eBike Portal',
    ],
  }),
  nl: ({ firstName }) => ({
    subject: 'Uw wachtwoord is gewijzigd',
    before: [`Hallo ${firstName},`, 'Het wachtwoord van uw account is in het portaal gewijzigd.'],
    action: 'Naar uw account',
    after: [
      'Was u dat zelf, dan hoeft u niets te doen.',
      'Was u dat niet, schrijf dan meteen onze klantenservice. Misschien is iemand anders bij uw account ingelogd.',
      'Uw eBike Portal',
    ],
  }),
};
