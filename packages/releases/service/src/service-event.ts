import type { LogEvent } from '@portal/node-kit/event-log';
import { EventLog } from '@portal/node-kit/event-log';
import { DRY_RUN } from '@portal/release/service-api/dry-run';
import type { FastifyRequest } from 'fastify';

/**
 * An event of the release service. `who` is a person's id at the identity provider, or a pipeline's name; no field ever
 * contains a token.
 */
interface ServiceEvent extends LogEvent {
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
    | 'approval-declined'
    /** Somebody asked what a request would do. */
    | 'dry-run';
  /** Number of the release that is live afterwards. */
  readonly release?: number | undefined;
}

/** Whether a request only asks what it would do. */
export const isDryRun = ({ url }: Pick<FastifyRequest, 'url'>): boolean => url.split('?')[1] === DRY_RUN;

/** The events of the service: in a dry run nothing happens but that. */
export class ServiceLog extends EventLog<ServiceEvent> {
  override record(request: FastifyRequest, event: ServiceEvent): void {
    const { who, what } = event;
    super.record(
      request,
      isDryRun(request) && event.event !== 'request-refused' ? { event: 'dry-run', who, what } : event,
    );
  }
}
