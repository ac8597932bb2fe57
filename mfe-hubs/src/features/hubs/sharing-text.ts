import type { HubEntry } from './list-state.ts';

export type SharingText = 'setByOwner' | 'sharingStates.on' | 'sharingStates.off' | 'sharingStates.changing';

/** Key of what the row says about sharing: a guest cannot change it; for the owner it is on, off or changing. */
export function sharingText({ hub, sharing }: Pick<HubEntry, 'hub' | 'sharing'>): SharingText {
  if (hub.role === 'guest') return 'setByOwner';
  if (sharing.status === 'changing' && sharing.slow) return 'sharingStates.changing';
  return sharing.sharing === 'public' ? 'sharingStates.on' : 'sharingStates.off';
}
