import { paintRemotePages } from '@portal/i18n/paint';
import { paintPage } from '@portal/ui/paint';
import * as remote from './remote.ts';

/** Paints the open page, for the build. */
export const paintPages = () =>
  paintRemotePages(
    remote,
    [{ path: '/migration-info', page: 'migration-info', conditions: ['link:identityManagement'] }],
    paintPage,
  );
