import { SHELL_PAGES as OWN_PAGES } from '../../../shell/src/routing/shell-pages.ts';
import type { ShellPages } from '../../../shell/src/routing/page-store.ts';
import * as account from '../../../mfe-account/src/remote.ts';
import * as developer from '../../../mfe-developer/src/remote.ts';
import * as hubs from '../../../mfe-hubs/src/remote.ts';
import * as legal from '../../../mfe-legal/src/remote.ts';

/** The pages of all remotes as pages of the shell: lazy routes of one application, with their texts. */
export const SHELL_PAGES: ShellPages = {
  ...OWN_PAGES,
  ...Object.fromEntries(
    [account, developer, hubs, legal].flatMap(({ name, pages, loadMessages }) =>
      Object.entries(pages).map(([page, load]) => [page, { load, texts: { namespace: name, load: loadMessages } }]),
    ),
  ),
};
