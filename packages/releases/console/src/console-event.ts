import type { EventLog, LogEvent } from '@portal/node-kit/event-log';

/**
 * An event of the console. `who` is the person's id at the identity provider, `what` such as "promote mfe-hubs 1.1.0".
 */
export interface ConsoleEvent extends LogEvent {
  readonly event:
    | 'signed-in'
    | 'sign-in-refused'
    | 'signed-out'
    | 'released'
    | 'unchanged'
    | 'yanked'
    | 'verified'
    | 'pruned'
    | 'approval-asked'
    | 'answered'
    | 'release-refused'
    | 'request-refused';
  /** Number of the release that is live afterwards. */
  readonly release?: number | undefined;
}

export type ConsoleLog = EventLog<ConsoleEvent>;
