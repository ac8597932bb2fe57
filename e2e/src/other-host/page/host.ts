import { init, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import * as api from '@portal/api';
import { parseConfig } from '@portal/contract/config';
import type { RemoteModule } from '@portal/contract/remote-module';
import * as i18n from '@portal/i18n';
import * as session from '@portal/session';
import * as ui from '@portal/ui';
import '@portal/ui/styles.css';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';

/*
 * A host as another team would write it, with the federation runtime of the ecosystem and nothing of the portal's shell. The address names
 * the portal whose remote it shows.
 */

const portal = new URLSearchParams(location.search).get('portal') ?? '';

/** A shared module of this page, in the one version that it has. */
const shared = (version: string, module: unknown) => ({
  version,
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
});

init({
  name: 'another-host',
  remotes: [],
  shared: {
    react: shared(react.version, react),
    'react/jsx-runtime': shared(react.version, jsxRuntime),
    'react-dom': shared(reactDom.version, reactDom),
    '@portal/session': shared('1.0.0', session),
    '@portal/api': shared('1.0.0', api),
    '@portal/i18n': shared('1.0.0', i18n),
    '@portal/ui': shared('1.0.0', ui),
  },
});
registerRemotes([{ name: 'mfe-hubs', entry: `${portal}/assets/mfe-hubs/mf-manifest.json` }]);

async function show(): Promise<void> {
  const { apiBaseUrl, cookieDomain } = parseConfig(await (await fetch('/config.json')).json());
  session.startSession({ cookieDomain, paths: [], loadAccount: api.getAccount });
  api.startApi({ baseUrl: apiBaseUrl });
  await i18n.startI18n({ language: 'en', messages: {} });
  const [remote] = await Promise.all([loadRemote<RemoteModule>('mfe-hubs/remote'), session.session.check()]);
  const page = await remote?.pages['settings']?.();
  if (!remote || !page) throw new Error('mfe-hubs has no page "settings"');
  i18n.addMessages(remote.name, 'en', await remote.loadMessages('en'));
  const content = react.createElement('main', {}, react.createElement(page.Page));
  createRoot(document.body).render(react.createElement(MemoryRouter, {}, content));
}

show().catch((error: unknown) => {
  document.body.textContent = String(error);
});
