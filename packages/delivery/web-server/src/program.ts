/** What the package of the web server runs: main.ts, without the configuration for the development backend. */
import { startPackaged } from '@portal/node-kit/packaged';

await startPackaged(
  {
    PORTAL_CONFIG: 'the path of the file with the configuration',
    PORTAL_STATE: 'the folder where the web server keeps what it has to remember',
  },
  () => import('./main.ts'),
);
