import { wireHub } from '@portal/api/testing';
import type { FakeResponse } from '@portal/api/testing';

/** The API's answer to a call that succeeded. */
export const DONE: FakeResponse = { body: { data: {} } };

/** The answer of `GET hubs` with these hubs. */
export function hubs(...list: readonly ReturnType<typeof wireHub>[]): FakeResponse {
  return { body: { data: list } };
}

const TYPES = ['HUB', 'CUI100', 'REARLIGHT'] as const;

/** Serials fall while dates rise; every third is a rear light, every tenth a guest's. */
export function someHubs(count: number) {
  return Array.from({ length: count }, (_, n) =>
    wireHub({
      serial: String(9000 - n).padStart(8, '0'),
      type: TYPES[n % 3] ?? 'HUB',
      role: n % 10 === 9 ? 'guest' : 'owner',
      activationTime: Date.UTC(2025, 0, 1) + n * 86_400_000,
    }),
  );
}
