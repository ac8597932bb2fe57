import { isActivation } from '@portal/contract/dates';
import * as v from 'valibot';
import { readable, TextSchema } from './readable.ts';
import { HubSchema } from './wire.ts';

/** Whether a hub is shared; `sharingMode` on the wire. */
export type Sharing = 'public' | 'off';

/** `other`: a type that the portal does not know yet; the list shows such hubs, too. */
export type HubType = 'hub' | 'smartphoneHub' | 'rearLight' | 'other';

/** Identifies a hub in calls. */
export interface HubId {
  /** Not a number: leading zeros are significant. */
  readonly serial: string;
  readonly partNumber: string;
}

/**
 * A hub of the user (specification, section 3). A field that cannot be read is `unknown`, or
 * undefined where it is no text of the portal.
 */
export interface Hub {
  readonly serial: HubId['serial'];
  readonly partNumber: string | undefined;
  readonly activatedAt: Date | undefined;
  readonly sharing: Sharing | 'unknown';
  readonly type: HubType | 'unknown';
  readonly role: 'owner' | 'guest' | 'unknown';
}

const TYPES = new Map<string, HubType>([
  ['HUB', 'hub'],
  ['CUI100', 'smartphoneHub'],
  ['REARLIGHT', 'rearLight'],
]);

const { activationTime, sharingMode, type, role } = HubSchema.entries;
const OPERATION = 'GET hubs';

/** One hub of the list: only its serial is required. */
const ListedHubSchema = v.object({
  serial: v.pipe(TextSchema, v.nonEmpty()),
  partNumber: readable(OPERATION, 'partNumber', TextSchema),
  activationTime: readable(OPERATION, 'activationTime', activationTime),
  sharingMode: readable(OPERATION, 'sharingMode', sharingMode),
  type: readable(OPERATION, 'type', type),
  role: readable(OPERATION, 'role', role),
});

function toHub(hub: v.InferOutput<typeof ListedHubSchema>): Hub {
  return {
    serial: hub.serial,
    partNumber: hub.partNumber,
    activatedAt: hub.activationTime && isActivation(hub.activationTime) ? hub.activationTime : undefined,
    sharing: hub.sharingMode ?? 'unknown',
    type: hub.type === undefined ? 'unknown' : (TYPES.get(hub.type) ?? 'other'),
    role: hub.role ?? 'unknown',
  };
}

/**
 * The hubs of `GET hubs`. Those without a serial are left out, and the log says how many; a list that has only such
 * ones is malformed.
 */
export const HubListSchema = v.pipe(
  v.array(v.unknown()),
  v.rawTransform(({ dataset: { value: rows }, addIssue, NEVER }) => {
    const hubs = rows.flatMap((row) => {
      const read = v.safeParse(ListedHubSchema, row);
      return read.success ? [toHub(read.output)] : [];
    });
    const left = rows.length - hubs.length;
    if (left > 0) console.warn(`${OPERATION}: ${left} of ${rows.length} hubs have no serial and are left out`);
    if (hubs.length > 0 || rows.length === 0) return hubs;
    addIssue({ message: 'must have a hub with a serial' });
    return NEVER;
  }),
);

/** The path of one hub: serial and part number are encoded, the plus between them is not. */
export function hubPath(id: HubId): string {
  return `hubs/${encodeURIComponent(id.serial)}+${encodeURIComponent(id.partNumber)}`;
}
