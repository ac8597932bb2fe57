import type { Wanted } from '@portal/release/access/allows';
import { neededFor } from '@portal/release/access/allows';
import type { PendingApproval } from '@portal/release/operations/approvals';
import type { ChangeResult } from '@portal/release/operations/apply-request';
import { judgedChange } from '@portal/release/operations/check-requirements';
import type { Configured } from '@portal/release/service-api/changes';
import type { Store } from '@portal/release/store';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import { getCaller } from '../access/authenticate.ts';
import type { ServiceLog } from '../service-event.ts';

/** What a request is judged as by the access rules. */
export async function judgedRequest(store: Store, request: PendingApproval['request']): Promise<Wanted> {
  return 'access' in request ? request : { change: await judgedChange(store, request) };
}

/** @throws {RefusedError} if the rules do not allow it. */
export function requireFor(caller: Caller, wanted: Wanted): void {
  const { action, parts } = neededFor(wanted);
  caller.require(action, parts);
}

/** "promote mfe-hubs". */
export function describeRequest(request: Wanted): string {
  const { action, parts } = neededFor(request);
  return `${action} ${parts === 'the store' ? parts : parts.join(' ')}`;
}

/** Records what a request has changed. */
export function recordResult(
  request: FastifyRequest,
  events: ServiceLog,
  wanted: Wanted,
  result: ChangeResult | Configured,
): void {
  const who = getCaller(request).logged;
  if ('configuration' in result) {
    const what = `access rules ${String(result.configuration.number)}`;
    events.record(request, { event: 'configured', who, what });
    return;
  }
  const { outcome: event, release } = result;
  events.record(request, { event, who, what: describeRequest(wanted), release: release?.number });
}
