import { createIdentityClient } from './api/identity-client.ts';
import { AttemptLimits } from './attempts/attempt-limits.ts';
import { MailLimit, newLookupLimit } from './attempts/recent-limit.ts';
import { Behaviours } from './control/behaviours.ts';
import { Faults } from './control/faults.ts';
import type { Database } from './database/open-database.ts';
import { IssuedTokens } from './identity/issued-tokens.ts';
import { createProvider } from './identity/provider.ts';
import type { Keys } from './keys.ts';
import { Mailbox } from './mail/mailbox.ts';
import { Outbox } from './mail/outbox.ts';
import type { Settings } from './options.ts';
import { DownloadLinks } from './staff/downloads/download-links.ts';
import { Uploads } from './staff/firmware/uploads.ts';

interface ServiceOptions {
  readonly db: Database;
  readonly keys: Keys;
  readonly settings: Settings;
  readonly stateFolder: string;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Makes what the routes of one backend share. */
export function createServices(options: ServiceOptions) {
  const { db, keys, settings, stateFolder, now } = options;
  const mailbox = new Mailbox();
  const provider = createProvider(db, keys, settings);
  const issuedTokens = new IssuedTokens();
  issuedTokens.watch(provider);
  return {
    ...options,
    provider,
    client: createIdentityClient(settings, keys),
    issuedTokens,
    mailbox,
    outbox: new Outbox({ db, settings, mailbox }),
    limits: new AttemptLimits(now),
    mailLimit: new MailLimit(now),
    /** Counts whom each member of staff searches for. */
    searches: newLookupLimit(now),
    /** Counts whose accounts each member of staff learns something of. */
    lookups: newLookupLimit(now),
    uploads: new Uploads({ db, stateFolder, now }),
    downloadLinks: new DownloadLinks(now),
    /** What tests have requested. */
    faults: new Faults(),
    behaviours: new Behaviours(),
  };
}

/** What the routes work with. */
export type Services = Readonly<ReturnType<typeof createServices>>;
