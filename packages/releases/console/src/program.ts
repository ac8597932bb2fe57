/** What the package of the release console runs: main.ts, without the development backend's identity provider. */
import { startPackaged } from '@portal/node-kit/packaged';

await startPackaged(
  {
    IDENTITY_ISSUER: 'the address of the identity provider',
    PORTAL_STATE: 'the folder with the keys that the console trusts',
  },
  () => import('./main.ts'),
);
