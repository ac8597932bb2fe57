import { wireHub } from '@portal/api/testing';
import type { PersonSchema } from '@portal/staff-api/wire';
import type * as v from 'valibot';

/** A hub of an account on the wire. */
export function wireStaffHub(changes: Partial<v.InferInput<typeof PersonSchema>['hubs'][number]> = {}) {
  return { ...wireHub({ partNumber: '4021000117' }), firmware: '1.4.2', ...changes };
}

/** The account of a person on the wire. */
export function wirePerson(changes: Partial<v.InferInput<typeof PersonSchema>> = {}) {
  return {
    id: 'a1',
    singleSignOnId: 'sso-1',
    obcId: 'obc-1',
    firstname: 'Olivia',
    lastname: 'Owner',
    email: 'owner@example.com',
    language: 'de',
    registeredAt: '2024-05-06T10:00:00.000Z',
    lastSeen: '2026-01-31T10:00:00.000Z',
    confirmed: true,
    migrated: true,
    roles: ['developer'],
    hubs: [wireStaffHub()],
    ...changes,
  };
}
