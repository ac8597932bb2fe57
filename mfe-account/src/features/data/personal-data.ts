import type { Hub, HubType, NewsConsent, StaffAccess } from '@portal/api';
import type { User } from '@portal/contract/user';

/**
 * The content of the JSON file. Its names are English in every language, because programs read them; null is what the
 * portal does not know.
 */
export interface PersonalData {
  /** When the file was made, in UTC. */
  readonly made: string;
  readonly account: Omit<User, 'lastSeen'> & {
    readonly lastSeen: string | null;
    readonly newsByEmail: NewsData | null;
  };
  readonly hubs: readonly HubData[];
  /** What customer service did; missing if there is no customer service. */
  readonly customerService?: readonly AccessData[];
}

/** Whether the user agreed to news by e-mail. */
interface NewsData {
  readonly agreed: boolean;
  readonly agreedAt: string | null;
}

interface AccessData {
  readonly at: string;
  readonly action: string;
  readonly what: string | null;
}

interface HubData {
  readonly serial: string;
  readonly partNumber: string | null;
  readonly type: HubType | null;
  readonly role: 'owner' | 'guest' | null;
  /** `public`: the hub is shared. */
  readonly sharing: 'public' | 'off' | null;
  readonly activatedAt: string | null;
}

function hubData({ serial, partNumber, type, role, sharing, activatedAt }: Hub): HubData {
  return {
    serial,
    partNumber: partNumber ?? null,
    type: type === 'unknown' ? null : type,
    role: role === 'unknown' ? null : role,
    sharing: sharing === 'unknown' ? null : sharing,
    activatedAt: activatedAt?.toISOString() ?? null,
  };
}

/** What the API has about a user. */
interface Sources {
  readonly user: User;
  readonly hubs: readonly Hub[];
  /** Undefined for users who are not asked. */
  readonly news: NewsConsent | undefined;
  /** Undefined without customer service. */
  readonly staffAccess: readonly StaffAccess[] | undefined;
}

/**
 * What the portal holds about a user. Each field is named, so that nothing else, such as a token, can get into the
 * file.
 */
export function personalData({ user, hubs, news, staffAccess }: Sources, made: Date): PersonalData {
  const { firstName, lastName, email, language, country, roles, usesSingleSignOn, lastSeen } = user;
  return {
    made: made.toISOString(),
    account: {
      firstName,
      lastName,
      email,
      language,
      country,
      roles,
      usesSingleSignOn,
      lastSeen: lastSeen?.toISOString() ?? null,
      newsByEmail: news ? { agreed: news.consent, agreedAt: news.at?.toISOString() ?? null } : null,
    },
    hubs: hubs.map(hubData),
    ...(staffAccess && {
      customerService: staffAccess.map(({ at, action, what }) => ({ at: at.toISOString(), action, what })),
    }),
  };
}

/** The local day as yyyy-mm-dd, which sorts, and which spreadsheets of all languages read as a date. */
export function isoDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
