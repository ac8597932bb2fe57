import { NONE, OTHER } from '@portal/contract/data-preview';
import { prerenderPages } from '@portal/remote-ui/prerender';
import * as remote from './remote.ts';

/** Renders the open page, and `/account` as it is filled with data, for the build. */
export const prerender = () =>
  prerenderPages(remote, [
    { path: '/migration-info', page: 'migration-info', conditions: ['link:identityManagement'] },
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
  ]);
