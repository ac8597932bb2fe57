import type { ListState } from './list-state.ts';

/** Whom the page speaks to, by their roles in their hubs; `unknown` if the hubs or all roles cannot be read. */
export const AUDIENCES = ['owner', 'guest', 'both', 'nobody', 'unknown'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Undefined while the hubs load. */
export function findAudience(state: ListState): Audience | undefined {
  switch (state.status) {
    case 'loading':
      return undefined;
    case 'failed':
    case 'retrying':
      return 'unknown';
    case 'refreshing':
      return 'nobody';
    case 'loaded': {
      if (state.entries.length === 0) return 'nobody';
      const roles = new Set(state.entries.map(({ hub }) => hub.role));
      if (roles.has('owner')) return roles.has('guest') ? 'both' : 'owner';
      return roles.has('guest') ? 'guest' : 'unknown';
    }
  }
}
