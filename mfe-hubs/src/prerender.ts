import { OTHER } from '@portal/contract/data-preview';
import { prerenderPages } from '@portal/remote-ui/prerender';
import { SEARCH_FROM } from './features/hubs/search-filter-sort.ts';
import * as remote from './remote.ts';

/** Apart, because the page with data is rendered hundreds of times. */
export const prerenderOpenPages = () =>
  prerenderPages(remote, [
    { path: '/hub-release', page: 'hub-release' },
    { path: '/check-device', page: 'check-device', conditions: ['link:app'] },
  ]);

/** Renders the open pages, and `/settings` as it is filled with data, for the build. */
export const prerender = async () => [
  ...(await prerenderOpenPages()),
  ...(await prerenderPages(remote, [
    {
      path: '/settings',
      page: 'settings',
      conditions: ['link:app'],
      data: {
        account: { choices: { isBosch: ['true', 'false'] }, slots: { firstname: 'text' }, required: ['email'] },
        // The running page shows longer lists, and hubs of which something cannot be read.
        rows: {
          read: 'hubs',
          element: 'tbody',
          most: SEARCH_FROM - 1,
          groupBy: 'role',
          choices: {
            type: ['HUB', 'CUI100', 'REARLIGHT', OTHER],
            role: ['owner', 'guest'],
            sharingMode: ['public', 'off'],
          },
          slots: { serial: 'text', activationTime: 'day' },
          required: ['partNumber'],
        },
      },
    },
  ])),
];
