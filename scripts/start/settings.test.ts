import { expect, test } from '@jest/globals';
import { SettingError } from '@portal/node-kit/settings';
import { readSettings } from './settings.ts';

test('by default the portal runs on 4000, the backend on 4100, the metrics on 4300, the console on 4200, with the state in the repository', () => {
  expect(readSettings({}, '/portal')).toEqual({
    root: '/portal',
    stateFolder: '/portal/.portal',
    cacheFolder: '/portal/.portal/build-cache',
    portalPort: 4000,
    backendPort: 4100,
    metricsPort: 4300,
    consolePort: 4200,
  });
});

test('ports and state can be changed; the record of builds stays with the builds', () => {
  const environment = { PORTAL_PORT: '5000', BACKEND_PORT: '5001', PORTAL_STATE: ' /tmp/state ' };
  expect(readSettings(environment, '/portal')).toMatchObject({
    portalPort: 5000,
    backendPort: 5001,
    stateFolder: '/tmp/state',
    cacheFolder: '/portal/.portal/build-cache',
  });
});

test('refuses an invalid port', () => {
  expect(() => readSettings({ BACKEND_PORT: '0' }, '/portal')).toThrow(SettingError);
});

test('refuses the same port for two servers', () => {
  expect(() => readSettings({ METRICS_PORT: '4000' }, '/portal')).toThrow('PORTAL_PORT and METRICS_PORT are both 4000');
  expect(() => readSettings({ PORTAL_PORT: '4100' }, '/portal')).toThrow('PORTAL_PORT and BACKEND_PORT are both 4100');
  expect(() => readSettings({ CONSOLE_PORT: '4300' }, '/portal')).toThrow(
    'METRICS_PORT and CONSOLE_PORT are both 4300',
  );
});
