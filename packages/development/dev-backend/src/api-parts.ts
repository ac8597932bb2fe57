import type { AttemptLimits } from './attempts/attempt-limits.ts';
import type { MailLimit } from './attempts/recent-limit.ts';
import type { Behaviours } from './control/behaviours.ts';
import type { Faults } from './control/faults.ts';
import type { Database } from './database/open-database.ts';
import type { IssuedTokens } from './identity/issued-tokens.ts';
import type { Keys } from './keys.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Settings } from './options.ts';
import type { Uploads } from './staff/firmware/uploads.ts';
import type { LogLinks } from './staff/logs/log-links.ts';

/** What the program gives the API. */
export interface Api {
  readonly db: Database;
  readonly keys: Keys;
  readonly issuedTokens: IssuedTokens;
  readonly settings: Settings;
  readonly outbox: Outbox;
  readonly limits: AttemptLimits;
  readonly stateFolder: string;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Faults that tests have requested; none by default. */
  readonly faults: Faults | undefined;
  /** Special behaviour of accounts, for tests. */
  readonly behaviours: Behaviours | undefined;
}

/** What its calls share. */
export interface ApiParts extends Api {
  /** Uploads of firmware that are under way. */
  readonly uploads: Uploads;
  readonly mailLimit: MailLimit;
  /** Where downloads of logs are waiting. */
  readonly logLinks: LogLinks;
}
