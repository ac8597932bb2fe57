import type { EventLog, LogEvent } from '@portal/node-kit/event-log';

/** An event of the backend. `who` is the identity's id, the `sub` of its tokens; `what` the call, or "eBike ID" for the identity provider. */
export interface BackendEvent extends LogEvent {
  readonly event:
    | 'signed-in'
    | 'sign-in-refused'
    | 'signed-out'
    | 'changed'
    | 'request-refused'
    | 'password-link-sent'
    | 'password-changed';
}

export type BackendLog = EventLog<BackendEvent>;
