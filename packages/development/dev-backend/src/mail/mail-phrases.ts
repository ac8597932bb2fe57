import type { Language } from '@portal/contract/language';
import type { MailFacts } from '../database/mail-facts.ts';

export type PerLanguage<Text> = Readonly<Record<Language, Text>>;

/** The word before the name, and the lines at the end of mails of the portal and of the identity provider. */
export const FRAMES: PerLanguage<Readonly<Record<'greeting' | 'portal' | 'identity', string>>> = {
  en: { greeting: 'Hello', portal: 'Your eBike Portal', identity: 'Your eBike ID' },
  de: { greeting: 'Hallo', portal: 'Ihr eBike Portal', identity: 'Ihre eBike ID' },
  fr: { greeting: 'Bonjour', portal: 'Votre eBike Portal', identity: 'Votre eBike ID' },
  nl: { greeting: 'Hallo', portal: 'Uw eBike Portal', identity: 'Uw eBike ID' },
};

/** `{obc}`: what happened to the account at the OBC system. */
export const OBC_OUTCOMES: PerLanguage<
  Readonly<Record<NonNullable<MailFacts<'account-deleted'>['obcAccount']>, string>>
> = {
  en: { deleted: 'Your OBC account is deleted, too.', kept: 'Your OBC account stays.' },
  de: { deleted: 'Auch Ihr OBC-Konto ist gelöscht.', kept: 'Ihr OBC-Konto bleibt bestehen.' },
  fr: { deleted: 'Votre compte OBC est supprimé lui aussi.', kept: 'Votre compte OBC reste.' },
  nl: { deleted: 'Ook uw OBC-account is verwijderd.', kept: 'Uw OBC-account blijft bestaan.' },
};

/** `{effect}`: what the release of a hub means to its owner or to a guest. */
export const RELEASE_EFFECTS: PerLanguage<Readonly<Record<MailFacts<'hub-released'>['role'], string>>> = {
  en: {
    owner:
      'It has left your account and the accounts of everybody you shared it with. You can activate it again in the app if the bike is still yours.',
    guest: 'You were a guest of this hub. It has left your account and that of its owner.',
  },
  de: {
    owner:
      'Er hat Ihr Konto und die Konten aller verlassen, mit denen Sie ihn geteilt haben. Wenn das Rad weiterhin Ihnen gehört, können Sie ihn in der App wieder aktivieren.',
    guest: 'Sie waren Gast bei diesem Hub. Er hat Ihr Konto und das seines Besitzers verlassen.',
  },
  fr: {
    owner:
      'Il a quitté votre compte et celui de toutes les personnes avec qui vous le partagiez. Si le vélo est toujours à vous, vous pouvez le réactiver dans l’application.',
    guest: 'Vous étiez invité sur ce hub. Il a quitté votre compte et celui de son propriétaire.',
  },
  nl: {
    owner:
      'Hij is verdwenen uit uw account en uit de accounts van iedereen met wie u hem deelde. Is de fiets nog van u, dan kunt u hem in de app opnieuw activeren.',
    guest: 'U was gast bij deze hub. Hij is verdwenen uit uw account en uit dat van de eigenaar.',
  },
};
