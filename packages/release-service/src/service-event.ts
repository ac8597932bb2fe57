import type { EventLog, LogEvent } from '@portal/node-kit/event-log';

/** An event of the release service. `who` is the name that the history has; no field ever contains a token. */
export interface ServiceEvent extends LogEvent {
  readonly event:
    | 'signed-in'
    | 'request-refused'
    | 'released'
    | 'yanked'
    | 'unchanged'
    | 'published'
    | 'checked'
    | 'copied'
    | 'pruned'
    | 'configured'
    | 'approval-asked'
    | 'approval-declined';
  /** Number of the release that is live afterwards. */
  readonly release?: number | undefined;
}

export type ServiceLog = EventLog<ServiceEvent>;
