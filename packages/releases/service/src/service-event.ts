import type { EventLog, LogEvent } from '@portal/node-kit/event-log';

/** An event of the release service. `who` is a person's id at the identity provider, or a pipeline's name; no field ever contains a token. */
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
    | 'previewed'
    | 'configured'
    | 'approval-asked'
    | 'approval-declined';
  /** Number of the release that is live afterwards. */
  readonly release?: number | undefined;
}

export type ServiceLog = EventLog<ServiceEvent>;
