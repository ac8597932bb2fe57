import { paintRemotePages } from '@portal/i18n/paint';
import { paintPage } from '@portal/ui/paint';
import * as remote from './remote.ts';

/** Paints the open pages, for the build. */
export const paintPages = () =>
  paintRemotePages(
    remote,
    [
      { path: '/hub-release', page: 'hub-release' },
      { path: '/check-device', page: 'check-device', conditions: ['link:app'] },
    ],
    paintPage,
  );
