import type { Hub } from '@portal/api';

/** For tests: a hub that its owner does not share. */
export function testHub(serial: string, changes: Partial<Hub> = {}): Hub {
  return {
    serial,
    partNumber: 'PN',
    activatedAt: new Date(0),
    sharing: 'off',
    type: 'hub',
    role: 'owner',
    ...changes,
  };
}
