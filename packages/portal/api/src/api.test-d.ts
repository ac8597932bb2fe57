/** What the types of the calls promise to remotes: the type checker fails if an expected error does not occur. */
import type { Hub } from './index.ts';
import { changeSharing, getHubs, reportFailure } from './index.ts';

export const hubs = getHubs satisfies () => Promise<readonly Hub[]>;
// @ts-expect-error A hub's part number may be unreadable.
export const partNumber = (hub: Hub) => hub.partNumber satisfies string;

export const share = async () => await changeSharing({ serial: '1', partNumber: '2', sharing: 'public' });
// @ts-expect-error A serial is a text, because its leading zeros count.
export const shareNumber = async () => await changeSharing({ serial: 1, partNumber: '2', sharing: 'public' });
// @ts-expect-error Nobody sets the sharing to "unknown".
export const shareUnknown = async () => await changeSharing({ serial: '1', partNumber: '2', sharing: 'unknown' });

// @ts-expect-error A failure needs a notice for people.
export const silently = () => reportFailure(new Error('broken'));
