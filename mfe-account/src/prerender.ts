import { NONE, OTHER } from '@portal/contract/data-preview';
import { prerenderPages } from '@portal/remote-ui/prerender';
import * as remote from './remote.ts';

/** Apart, because the page with data is rendered hundreds of times. */
export const prerenderOpenPages = () =>
  prerenderPages(remote, [
    { path: '/migration-info', page: 'migration-info', conditions: ['link:identityManagement'] },
  ]);

/** Renders the open page, and `/account` as it is filled with data, for the build. */
export const prerender = async () => [
  ...(await prerenderOpenPages()),
  ...(await prerenderPages(remote, [
    {
      path: '/account',
      page: 'account',
      conditions: ['link:identityManagement', 'link:dataAct', 'feature:accountPassword', 'feature:notifications'],
      data: {
        account: {
          choices: { isBosch: ['true', 'false'], country: [NONE, OTHER] },
          slots: { firstname: 'text', lastname: 'optional', email: 'text', country: 'country' },
        },
      },
      inputs: { firstName: 'firstname', lastName: 'lastname', email: 'email' },
    },
  ])),
];
