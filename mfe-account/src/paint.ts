import { startPaintingApi } from '@portal/api/paint';
import { NONE, OTHER } from '@portal/contract/expand-markup';
import { paintRemoteScreens } from '@portal/i18n/first-screens';
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

/** Paints the first screen of `/account`. */
export const paintFirstScreens = () =>
  paintRemoteScreens(
    remote,
    [
      {
        path: '/account',
        page: 'account',
        conditions: ['link:identityManagement', 'link:dataAct', 'feature:accountPassword', 'feature:notifications'],
        account: {
          choices: { isBosch: ['true', 'false'], country: [NONE, OTHER] },
          holes: { firstname: 'text', lastname: 'optional', email: 'text', country: 'country' },
        },
        inputs: { firstName: 'firstname', lastName: 'lastname', email: 'email' },
      },
    ],
    { paintPage, startApi: startPaintingApi },
  );
