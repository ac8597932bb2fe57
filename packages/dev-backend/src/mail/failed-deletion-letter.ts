import type { Language } from '@portal/contract/language';
import type { Letter } from './letter.ts';

/** The mail about a deletion that got stuck (specification, section 8), in every language. */
export const FAILED_DELETION_LETTER: Readonly<Record<Language, (person: { readonly firstName: string }) => Letter>> = {
  en: ({ firstName }) => ({
    subject: 'Your account could not be fully deleted yet',
    before: [
      `Hello ${firstName},`,
      'you asked us to delete your account. It is closed and your hubs are released, but some of your data could not be deleted yet.',
    ],
    action: 'Read what this means',
    after: [
      'Our engineers have been notified, and we will contact you. You do not need to do anything.',
      'Your eBike Portal',
    ],
  }),
  de: ({ firstName }) => ({
    subject: 'Ihr Konto konnte noch nicht vollständig gelöscht werden',
    before: [
      `Hallo ${firstName},`,
      'Sie haben uns gebeten, Ihr Konto zu löschen. Es ist geschlossen und Ihre Hubs sind freigegeben, doch einige Ihrer Daten konnten noch nicht gelöscht werden.',
    ],
    action: 'Was das bedeutet',
    after: [
      'Unsere Techniker sind informiert, und wir melden uns bei Ihnen. Sie müssen nichts tun.',
      'Ihr eBike Portal',
    ],
  }),
  fr: ({ firstName }) => ({
    subject: 'Votre compte n’a pas encore pu être entièrement supprimé',
    before: [
      `Bonjour ${firstName},`,
      'vous nous avez demandé de supprimer votre compte. Il est fermé et vos hubs sont libérés, mais certaines de vos données n’ont pas encore pu être supprimées.',
    ],
    action: 'Lire ce que cela signifie',
    after: [
      'Nos ingénieurs ont été prévenus et nous vous contacterons. Vous n’avez rien à faire.',
      'Votre eBike Portal',
    ],
  }),
  nl: ({ firstName }) => ({
    subject: 'Uw account kon nog niet volledig worden verwijderd',
    before: [
      `Hallo ${firstName},`,
      'u hebt ons gevraagd uw account te verwijderen. Het is gesloten en uw hubs zijn vrijgegeven, maar een deel van uw gegevens kon nog niet worden verwijderd.',
    ],
    action: 'Lees wat dit betekent',
    after: ['Onze technici zijn op de hoogte en wij nemen contact met u op. U hoeft niets te doen.', 'Uw eBike Portal'],
  }),
};
