import { send } from '@portal/api';
import type { HubId } from '@portal/api';
import { DoneResponseSchema, HubStatusResponseSchema } from '@portal/staff-api/wire';
import { readRefusal } from './refusal.ts';

/** What identifies a hub: a hub v1 its serial, a smartphone hub serial and part number. */
export interface HubNumbers {
  readonly serial: string;
  readonly partNumber: string | undefined;
}

/** What is known of a hub (specification, section 4). Only an activated hub can be released. */
export type HubStatus =
  | { readonly status: 'missing' | 'inactive' }
  /** `hub`: what the release names; undefined if the API does not say which part number the hub has. */
  | { readonly status: 'active'; readonly hub: HubId | undefined };

const STATUSES = {
  SYSTEM_DOES_NOT_EXISTS: 'missing',
  SYSTEM_IS_ACTIVATED: 'active',
  SYSTEM_IS_NOT_ACTIVATED: 'inactive',
} as const;

/** Whether a hub is activated. @throws {CallError} */
export async function getHubStatus({ serial, partNumber }: HubNumbers): Promise<HubStatus> {
  const query = new URLSearchParams({ serial, ...(partNumber !== undefined && { partNumber }) });
  const { data } = await send(
    { method: 'GET', path: `staff/hub-status?${query}`, operation: 'GET staff/hub-status', unconditional: true },
    HubStatusResponseSchema,
  );
  const status = STATUSES[data.status];
  if (status !== 'active') return { status };
  return { status, hub: data.partNumber === null ? undefined : { serial, partNumber: data.partNumber } };
}

const REFUSALS = ['HUB_NOT_FOUND'] as const;
type ReleaseRefusal = (typeof REFUSALS)[number];

/**
 * Removes a hub from its owner's account and from its guests', who are told by mail; it cannot be undone.
 * @throws {CallError}
 */
export async function forceRelease({ serial, partNumber }: HubId, reason: string): Promise<ReleaseRefusal | undefined> {
  const call = {
    method: 'POST',
    path: `staff/hubs/${encodeURIComponent(serial)}+${encodeURIComponent(partNumber)}/release`,
    operation: 'POST staff/hubs/{serial}+{partNumber}/release',
    body: { reason },
  } as const;
  return await readRefusal(send(call, DoneResponseSchema), REFUSALS);
}
