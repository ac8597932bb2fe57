import { expect, test } from '@jest/globals';
import { DEFAULT_PORTS, readSettings, SettingError } from './settings.ts';

test('by default the portal runs on 4000, the backend on 4100, the numbers on 4300, the console on 4200, with its state in the repository', () => {
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

test('ports and state can be elsewhere; the record of builds stays with the builds', () => {
  const environment = { PORTAL_PORT: '5000', BACKEND_PORT: '5001', PORTAL_STATE: '/tmp/state' };
  expect(readSettings(environment, '/portal')).toMatchObject({
    portalPort: 5000,
    backendPort: 5001,
    stateFolder: '/tmp/state',
    cacheFolder: '/portal/.portal/build-cache',
  });
});

test.each(['http', '0', '65536', '4000.5', '-1', '1e3'])('refuses the port "%s"', (port) => {
  expect(() => readSettings({ BACKEND_PORT: port }, '/portal')).toThrow(
    new SettingError(`BACKEND_PORT is "${port}"; it must be a port number from 1 to 65535.`),
  );
});

test.each(Object.entries(DEFAULT_PORTS))('%s is a port that browsers and fetch may ask', async (_, port) => {
  const failure: unknown = await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
  expect(failure).not.toMatchObject({ cause: { message: 'bad port' } });
});

test.each(['4190', '6000', '10080'])('refuses the port %s, which browsers and fetch do not ask', (port) => {
  expect(() => readSettings({ METRICS_PORT: port }, '/portal')).toThrow(
    new SettingError(`METRICS_PORT is ${port}, which browsers refuse to ask; choose another port.`),
  );
});

test('refuses one port for two', () => {
  expect(() => readSettings({ METRICS_PORT: '4000' }, '/portal')).toThrow('PORTAL_PORT and METRICS_PORT are both 4000');
  expect(() => readSettings({ PORTAL_PORT: '4100' }, '/portal')).toThrow('PORTAL_PORT and BACKEND_PORT are both 4100');
  expect(() => readSettings({ CONSOLE_PORT: '4300' }, '/portal')).toThrow(
    'METRICS_PORT and CONSOLE_PORT are both 4300',
  );
});
