import type * as v from 'valibot';
import type { HubSchema } from './wire.ts';

/** Whether a hub is shared; `sharingMode` on the wire. */
export type Sharing = 'public' | 'off';
/** `other`: a type that the portal does not know yet; the list shows such hubs, too. */
export type HubType = 'hub' | 'smartphoneHub' | 'rearLight' | 'other';

/** A hub of the user (specification, section 3). Serial and part number together identify it. */
export interface Hub {
  /** Not a number: leading zeros are significant. */
  readonly serial: string;
  readonly partNumber: string;
  readonly activatedAt: Date;
  readonly sharing: Sharing;
  readonly type: HubType;
  readonly role: 'owner' | 'guest';
}

const TYPES = new Map<string, HubType>([
  ['HUB', 'hub'],
  ['CUI100', 'smartphoneHub'],
  ['REARLIGHT', 'rearLight'],
]);

export function toHub(hub: v.InferOutput<typeof HubSchema>): Hub {
  return {
    serial: hub.serial,
    partNumber: hub.partNumber,
    activatedAt: hub.activationTime,
    sharing: hub.sharingMode,
    type: TYPES.get(hub.type) ?? 'other',
    role: hub.role,
  };
}

/** The path of one hub: serial and part number are encoded, the plus between them is not. */
export function hubPath(serial: string, partNumber: string): string {
  return `hubs/${encodeURIComponent(serial)}+${encodeURIComponent(partNumber)}`;
}
