import { SHARED_SINGLETONS } from '@portal/contract/shared-singletons';
import type { RemoteOptions } from '@portal/federation/build';
import { remoteConfig } from '@portal/federation/build';

/** Also read by the development server. */
export const options: RemoteOptions = {
  federation: {
    filename: 'entry.[contenthash:16].js',
    exposes: { './remote': './src/remote.ts' },
    shared: SHARED_SINGLETONS,
  },
};

export default () => remoteConfig(import.meta.dirname, options);
