import type { States } from '@portal/catalogue';
import { Page as CheckDevice } from './check-device-page.tsx';
import { Page as HubRelease } from './hub-release-page.tsx';

const app = 'https://app.example.com/';

export const states = {
  'hub-release': { Page: HubRelease, path: '/hub-release', account: null },
  'check-device': { Page: CheckDevice, path: '/check-device', account: null, links: { app } },
  'check-device-without-app': { Page: CheckDevice, path: '/check-device', account: null },
} satisfies States;
