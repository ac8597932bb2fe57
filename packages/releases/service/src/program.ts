/** What the package of the release service runs. */
import { startPackaged } from '@portal/node-kit/packaged';

await startPackaged(
  { PORTAL_STATE: 'the folder where the service keeps its key and what it has to remember' },
  () => import('./main.ts'),
);
