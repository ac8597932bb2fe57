import type { Language } from '@portal/contract/language';

/** Who asks whom for what. */
export interface Request {
  readonly ownerFirstName: string;
  /** Full name and address of the guest. */
  readonly guest: string;
  readonly serial: string;
  readonly partNumber: string;
  /** Whole days that the link is good for. */
  readonly days: number;
}

/** The words of a mail, in its order. */
export interface Words {
  readonly subject: string;
  readonly greeting: string;
  readonly request: string;
  readonly meaning: string;
  /** Label of the link. */
  readonly action: string;
  readonly validity: string;
  readonly otherwise: string;
  readonly farewell: string;
}

/** The mail that asks an owner to release a hub (specification, section 4), in every language. */
export const HUB_RELEASE_WORDS: Readonly<Record<Language, (request: Request) => Words>> = {
  en: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Please release hub ${serial}`,
    greeting: `Hello ${ownerFirstName},`,
    request: `${guest} asks you to release the hub with the serial number ${serial} (part number ${partNumber}).`,
    meaning: 'Released, the hub leaves your account and the accounts of everybody you share it with.',
    action: 'Release the hub',
    validity: `The link works once, for ${days} days. Opening it releases the hub at once.`,
    otherwise: 'If you want to keep the hub, there is nothing to do.',
    farewell: 'Your eBike Portal',
  }),
  de: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Bitte geben Sie den Hub ${serial} frei`,
    greeting: `Hallo ${ownerFirstName},`,
    request: `${guest} bittet Sie, den Hub mit der Seriennummer ${serial} (Teilenummer ${partNumber}) freizugeben.`,
    meaning: 'Mit der Freigabe verlässt der Hub Ihr Konto und die Konten aller, mit denen Sie ihn teilen.',
    action: 'Hub freigeben',
    validity: `Der Link funktioniert einmal und ${days} Tage lang. Wer ihn öffnet, gibt den Hub sofort frei.`,
    otherwise: 'Wenn Sie den Hub behalten möchten, müssen Sie nichts tun.',
    farewell: 'Ihr eBike Portal',
  }),
  fr: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Merci de libérer le hub ${serial}`,
    greeting: `Bonjour ${ownerFirstName},`,
    request: `${guest} vous demande de libérer le hub portant le numéro de série ${serial} (référence ${partNumber}).`,
    meaning: 'Une fois libéré, le hub quitte votre compte et celui de toutes les personnes avec qui vous le partagez.',
    action: 'Libérer le hub',
    validity: `Le lien fonctionne une seule fois, pendant ${days} jours. L’ouvrir libère aussitôt le hub.`,
    otherwise: 'Si vous souhaitez garder le hub, vous n’avez rien à faire.',
    farewell: 'Votre eBike Portal',
  }),
  nl: ({ ownerFirstName, guest, serial, partNumber, days }) => ({
    subject: `Geef hub ${serial} vrij`,
    greeting: `Hallo ${ownerFirstName},`,
    request: `${guest} vraagt u de hub met serienummer ${serial} (onderdeelnummer ${partNumber}) vrij te geven.`,
    meaning: 'Na het vrijgeven verdwijnt de hub uit uw account en uit de accounts van iedereen met wie u hem deelt.',
    action: 'Hub vrijgeven',
    validity: `De link werkt één keer, ${days} dagen lang. Wie hem opent, geeft de hub meteen vrij.`,
    otherwise: 'Wilt u de hub houden, dan hoeft u niets te doen.',
    farewell: 'Uw eBike Portal',
  }),
};
