import type { Language } from '@portal/contract/language';
import type { Letter } from './letters.ts';

interface ForcedRelease {
  readonly firstName: string;
  /** Whether the person owned the hub, or was a guest. */
  readonly role: 'owner' | 'guest';
  readonly serial: string;
  readonly partNumber: string;
}

/** The mail to the owner and to each guest of a hub that customer service has released, in every language. */
export const FORCED_RELEASE_LETTER: Readonly<Record<Language, (release: ForcedRelease) => Letter>> = {
  en: ({ firstName, role, serial, partNumber }) => ({
    subject: `Hub ${serial} has been released`,
    before: [
      `Hello ${firstName},`,
      `Our customer service has released the hub with the serial number ${serial} (part number ${partNumber}).`,
      {
        owner:
          'It has left your account and the accounts of everybody you shared it with. You can activate it again in the app if the bike is still yours.',
        guest: 'You were a guest of this hub. It has left your account and that of its owner.',
      }[role],
    ],
    action: 'Go to your hubs',
    after: ['If you did not expect this, please contact our customer service.', 'Your eBike Portal'],
  }),
  de: ({ firstName, role, serial, partNumber }) => ({
    subject: `Der Hub ${serial} wurde abgegeben`,
    before: [
      `Hallo ${firstName},`,
      `unser Kundenservice hat den Hub mit der Seriennummer ${serial} (Teilenummer ${partNumber}) abgegeben.`,
      {
        owner:
          'Er hat Ihr Konto und die Konten aller verlassen, mit denen Sie ihn geteilt haben. Wenn das Rad weiterhin Ihnen gehört, können Sie ihn in der App wieder aktivieren.',
        guest: 'Sie waren Gast bei diesem Hub. Er hat Ihr Konto und das seines Besitzers verlassen.',
      }[role],
    ],
    action: 'Zu Ihren Hubs',
    after: ['Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an unseren Kundenservice.', 'Ihr eBike Portal'],
  }),
  fr: ({ firstName, role, serial, partNumber }) => ({
    subject: `Le hub ${serial} a été dissocié`,
    before: [
      `Bonjour ${firstName},`,
      `Notre service client a dissocié le hub portant le numéro de série ${serial} (référence ${partNumber}).`,
      {
        owner:
          'Il a quitté votre compte et celui de toutes les personnes avec qui vous le partagiez. Si le vélo est toujours à vous, vous pouvez le réactiver dans l’application.',
        guest: 'Vous étiez invité sur ce hub. Il a quitté votre compte et celui de son propriétaire.',
      }[role],
    ],
    action: 'Aller à vos hubs',
    after: ['Si vous ne vous y attendiez pas, veuillez contacter notre service client.', 'Votre eBike Portal'],
  }),
  nl: ({ firstName, role, serial, partNumber }) => ({
    subject: `Hub ${serial} is vrijgegeven`,
    before: [
      `Hallo ${firstName},`,
      `Onze klantenservice heeft de hub met serienummer ${serial} (onderdeelnummer ${partNumber}) vrijgegeven.`,
      {
        owner:
          'Hij is verdwenen uit uw account en uit de accounts van iedereen met wie u hem deelde. Is de fiets nog van u, dan kunt u hem in de app opnieuw activeren.',
        guest: 'U was gast bij deze hub. Hij is verdwenen uit uw account en uit dat van de eigenaar.',
      }[role],
    ],
    action: 'Naar uw hubs',
    after: ['Had u dit niet verwacht, neem dan contact op met onze klantenservice.', 'Uw eBike Portal'],
  }),
};
