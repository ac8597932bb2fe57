import type { Language } from '@portal/contract/language';
import { Html, html } from '@portal/node-kit/html';
import type { Message } from './mailer.ts';

/** Inline, because mail programs load no style sheets. Not all of them support `light-dark()`. */
const STYLE = new Html(`
body { margin: 0; padding: 24px; background: #f1f3ef; color: #13211d; font: 16px/1.55 'Segoe UI', Roboto, Arial, sans-serif; }
.sheet { max-width: 560px; padding: 32px; background: #ffffff; border: 1px solid #d3dbd5; border-radius: 12px; }
p { margin: 0 0 16px; }
a { display: inline-block; padding: 12px 24px; border-radius: 8px; background: #0a595e; color: #ffffff; font-weight: 650; }
@media (prefers-color-scheme: dark) {
  body { background: #0e1614; color: #ebf1ee; }
  .sheet { background: #16201d; border-color: #2b3a35; }
  a { background: #6ccac4; color: #04201f; }
}`);

/** The texts of a mail with one link, in their order. */
export interface Letter {
  readonly subject: string;
  /** Paragraphs before the link, the greeting first. */
  readonly before: readonly string[];
  /** Label of the link. */
  readonly action: string;
  /** Paragraphs after it, the farewell last. */
  readonly after: readonly string[];
}

/** Names are user input, and must not create further paragraphs, nor turn the writing around. */
const oneLine = (paragraph: string): string => paragraph.replaceAll(/[\p{C}\s]+/gu, ' ');

/** How many characters of a name a mail shows. */
const LONGEST_NAME = 100;

/** A name as a mail shows it: of what somebody calls himself, no mail program makes a link ("pay: https://evil.example"). */
export function nameInMail(name: string): string {
  const words = name.normalize('NFKC').replaceAll(/[\p{C}\s:/\\@]+/gu, ' ');
  return words
    .replaceAll(/[.。](?=\S)/gu, '. ')
    .trim()
    .slice(0, LONGEST_NAME);
}

function plain({ before, action, after }: Letter, link: string): string {
  return `${[...before, `${action}:\n${link}`, ...after].join('\n\n')}\n`;
}

function marked(language: Language, { subject, before, action, after }: Letter, link: string): string {
  const paragraph = (text: string) => html`<p>${text}</p>`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${subject}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <div class="sheet">
          ${before.map(paragraph)}
          <p><a href="${link}" rel="nofollow noreferrer">${action}</a></p>
          ${after.map(paragraph)}
        </div>
      </body>
    </html> `.text;
}

/** A mail as plain text and HTML. `wordsFor` gets the receiver's name; `link` is the address of the only link. */
export function letterMail(
  to: Message['to'],
  language: Language,
  wordsFor: (name: string) => Letter,
  link: string,
): Message {
  const name = nameInMail(to.name);
  const words = wordsFor(name);
  const letter = { ...words, before: words.before.map(oneLine), after: words.after.map(oneLine) };
  return {
    to: { ...to, name },
    language,
    subject: letter.subject,
    text: plain(letter, link),
    html: marked(language, letter, link),
  };
}

/** The values in a confirmation mail. */
interface Confirmation {
  readonly firstName: string;
  readonly newEmail: string;
  /** How long the link is valid, in whole days. */
  readonly days: number;
}

/** The mail with the link that confirms a new address (specification, section 4), in every language. */
export const CONFIRMATION_LETTER: Readonly<Record<Language, (confirmation: Confirmation) => Letter>> = {
  en: ({ firstName, newEmail, days }) => ({
    subject: 'Please confirm your new email address',
    before: [
      `Hello ${firstName},`,
      `Your account is to use ${newEmail} from now on. Please confirm that this address is yours.`,
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
      `Votre compte doit désormais utiliser ${newEmail}. Merci de confirmer que cette adresse est bien la vôtre.`,
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
    before: [`Hallo ${firstName},`, `Uw account gaat ${newEmail} gebruiken. Bevestig dat dit adres van u is.`],
    action: 'Adres bevestigen',
    after: [
      `De link werkt één keer, ${days} dagen lang. Tot dan houdt uw account het huidige adres.`,
      'Hebt u niet om deze wijziging gevraagd, dan hoeft u niets te doen.',
      'Uw eBike Portal',
    ],
  }),
};

/** The mail about a deletion that stopped half-way (specification, section 8), in every language. */
export const FAILED_DELETION_LETTER: Readonly<Record<Language, (person: { readonly firstName: string }) => Letter>> = {
  en: ({ firstName }) => ({
    subject: 'Your account could not be fully deleted yet',
    before: [
      `Hello ${firstName},`,
      'You asked us to delete your account. It is closed and your hubs are released, but some of your data could not be deleted yet.',
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
      'Sie haben uns gebeten, Ihr Konto zu löschen. Es ist geschlossen und Ihre Hubs sind abgegeben, doch einige Ihrer Daten konnten noch nicht gelöscht werden.',
    ],
    action: 'Was das bedeutet',
    after: ['Unsere Technik ist informiert, und wir melden uns bei Ihnen. Sie müssen nichts tun.', 'Ihr eBike Portal'],
  }),
  fr: ({ firstName }) => ({
    subject: 'Votre compte n’a pas encore pu être entièrement supprimé',
    before: [
      `Bonjour ${firstName},`,
      'Vous nous avez demandé de supprimer votre compte. Il est fermé et vos hubs sont dissociés, mais certaines de vos données n’ont pas encore pu être supprimées.',
    ],
    action: 'Lire ce que cela signifie',
    after: [
      'Nos ingénieurs ont été avertis et nous vous contacterons. Vous n’avez rien à faire.',
      'Votre eBike Portal',
    ],
  }),
  nl: ({ firstName }) => ({
    subject: 'Uw account kon nog niet volledig worden verwijderd',
    before: [
      `Hallo ${firstName},`,
      'U hebt ons gevraagd uw account te verwijderen. Het is gesloten en uw hubs zijn vrijgegeven, maar een deel van uw gegevens kon nog niet worden verwijderd.',
    ],
    action: 'Lees wat dit betekent',
    after: ['Onze technici zijn op de hoogte en wij nemen contact met u op. U hoeft niets te doen.', 'Uw eBike Portal'],
  }),
};

/** The values in a mail that asks for a hub's release. */
interface HubReleaseRequest {
  readonly ownerFirstName: string;
  /** Full name and address of the guest. */
  readonly guest: string;
  readonly serial: string;
  readonly partNumber: string;
  /** How long the link is valid, in whole days. */
  readonly days: number;
}

/** The mail that asks an owner to release a hub (specification, section 4), in every language. */
export const HUB_RELEASE_LETTER: Readonly<Record<Language, (request: HubReleaseRequest) => Letter>> = {
  en: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Please release hub ${serial}`,
    before: [
      `Hello ${ownerFirstName},`,
      `${guest} asks you to release the hub with the serial number ${serial} (part number ${partNumber}).`,
      'A released hub leaves your account and the accounts of everybody you share it with.',
    ],
    action: 'Release the hub',
    after: [
      `The link works once, for ${days} days. Opening it releases the hub at once.`,
      'If you want to keep the hub, there is nothing to do.',
      'Your eBike Portal',
    ],
  }),
  de: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Bitte geben Sie den Hub ${serial} ab`,
    before: [
      `Hallo ${ownerFirstName},`,
      `${guest} bittet Sie, den Hub mit der Seriennummer ${serial} (Teilenummer ${partNumber}) abzugeben.`,
      'Mit der Abgabe verlässt der Hub Ihr Konto und die Konten aller, mit denen Sie ihn teilen.',
    ],
    action: 'Hub abgeben',
    after: [
      `Der Link funktioniert einmal und ${days} Tage lang. Wer ihn öffnet, gibt den Hub sofort ab.`,
      'Wenn Sie den Hub behalten möchten, müssen Sie nichts tun.',
      'Ihr eBike Portal',
    ],
  }),
  fr: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Merci de dissocier le hub ${serial}`,
    before: [
      `Bonjour ${ownerFirstName},`,
      `${guest} vous demande de dissocier le hub portant le numéro de série ${serial} (référence ${partNumber}).`,
      'Une fois dissocié, le hub quitte votre compte et celui de toutes les personnes avec qui vous le partagez.',
    ],
    action: 'Dissocier le hub',
    after: [
      `Le lien fonctionne une seule fois, pendant ${days} jours. L’ouvrir dissocie aussitôt le hub.`,
      'Si vous souhaitez garder le hub, vous n’avez rien à faire.',
      'Votre eBike Portal',
    ],
  }),
  nl: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Geef hub ${serial} vrij`,
    before: [
      `Hallo ${ownerFirstName},`,
      `${guest} vraagt u de hub met serienummer ${serial} (onderdeelnummer ${partNumber}) vrij te geven.`,
      'Na het vrijgeven verdwijnt de hub uit uw account en uit de accounts van iedereen met wie u hem deelt.',
    ],
    action: 'Hub vrijgeven',
    after: [
      `De link werkt één keer, ${days} dagen lang. Wie hem opent, geeft de hub meteen vrij.`,
      'Wilt u de hub houden, dan hoeft u niets te doen.',
      'Uw eBike Portal',
    ],
  }),
};
