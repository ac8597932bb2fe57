import type { OutwardLinks } from '@portal/ui';

/** Every link out of the portal that the remote uses. */
export const LINKS: OutwardLinks = {
  kitRepository: 'https://code.example.com/kit',
  kitIntroduction: 'https://www.example.com/kit',
  kitForum: 'https://forum.example.com/kit',
};
