import { startPaintingApi } from '@portal/api/paint';
import { OTHER } from '@portal/contract/expand-markup';
import { paintRemoteScreens } from '@portal/i18n/first-screens';
import { paintRemotePages } from '@portal/i18n/paint';
import { paintPage } from '@portal/ui/paint';
import { SEARCH_FROM } from './features/hubs/list-view.ts';
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

/** Paints the first screen of `/settings`; the running page shows longer lists, and hubs of which something cannot be read. */
export const paintFirstScreens = () =>
  paintRemoteScreens(
    remote,
    [
      {
        path: '/settings',
        page: 'settings',
        conditions: ['link:app'],
        account: { choices: { isBosch: ['true', 'false'] }, holes: { firstname: 'text' }, needs: ['email'] },
        rows: {
          read: 'hubs',
          element: 'tbody',
          most: SEARCH_FROM - 1,
          together: 'role',
          choices: {
            type: ['HUB', 'CUI100', 'REARLIGHT', OTHER],
            role: ['owner', 'guest'],
            sharingMode: ['public', 'off'],
          },
          holes: { serial: 'text', activationTime: 'day' },
          needs: ['partNumber'],
        },
      },
    ],
    { paintPage, startApi: startPaintingApi },
  );
