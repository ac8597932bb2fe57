import type { Language } from '@portal/contract/language';
import type { Letter } from './letter.ts';

/** Who asks whom for what. */
interface ReleaseRequest {
  readonly ownerFirstName: string;
  /** Full name and address of the guest. */
  readonly guest: string;
  readonly serial: string;
  readonly partNumber: string;
  /** Whole days that the link is good for. */
  readonly days: number;
}

/** The mail that asks an owner to release a hub (specification, section 4), in every language. */
export const HUB_RELEASE_LETTER: Readonly<Record<Language, (request: ReleaseRequest) => Letter>> = {
  en: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Please release hub ${serial}`,
    before: [
      `Hello ${ownerFirstName},`,
      `${guest} asks you to release the hub with the serial number ${serial} (part number ${partNumber}).`,
      'Released, the hub leaves your account and the accounts of everybody you share it with.',
    ],
    action: 'Release the hub',
    after: [
      `The link works once, for ${days} days. Opening it releases the hub at once.`,
      'If you want to keep the hub, there is nothing to do.',
      'Your eBike Portal',
    ],
  }),
  de: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Bitte geben Sie den Hub ${serial} frei`,
    before: [
      `Hallo ${ownerFirstName},`,
      `${guest} bittet Sie, den Hub mit der Seriennummer ${serial} (Teilenummer ${partNumber}) freizugeben.`,
      'Mit der Freigabe verlässt der Hub Ihr Konto und die Konten aller, mit denen Sie ihn teilen.',
    ],
    action: 'Hub freigeben',
    after: [
      `Der Link funktioniert einmal und ${days} Tage lang. Wer ihn öffnet, gibt den Hub sofort frei.`,
      'Wenn Sie den Hub behalten möchten, müssen Sie nichts tun.',
      'Ihr eBike Portal',
    ],
  }),
  fr: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Merci de libérer le hub ${serial}`,
    before: [
      `Bonjour ${ownerFirstName},`,
      `${guest} vous demande de libérer le hub portant le numéro de série ${serial} (référence ${partNumber}).`,
      'Une fois libéré, le hub quitte votre compte et celui de toutes les personnes avec qui vous le partagez.',
    ],
    action: 'Libérer le hub',
    after: [
      `Le lien fonctionne une seule fois, pendant ${days} jours. L’ouvrir libère aussitôt le hub.`,
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
