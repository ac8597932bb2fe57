import { expect, test } from '@jest/globals';
import { BLOCKED_PORTS, DEFAULT_PORTS, readPort, SettingError } from './settings.mjs';

async function fetchFailure(port: number): Promise<unknown> {
  return await fetch(`http://127.0.0.1:${String(port)}/`).catch((error: unknown) => error);
}

test.each([{}, { CONSOLE_PORT: '' }, { CONSOLE_PORT: ' ' }])('%j leaves the default', (environment) => {
  expect(readPort(environment, 'CONSOLE_PORT')).toBe(4200);
});

test.each(['2', '65535', ' 4000'])('"%s" is a port', (text) => {
  expect(readPort({ CONSOLE_PORT: text }, 'CONSOLE_PORT')).toBe(Number(text));
});

test.each(['http', '0', '65536', '4000.5', '-1', '1e3'])('"%s" is not a port', (text) => {
  expect(() => readPort({ BACKEND_PORT: text }, 'BACKEND_PORT')).toThrow(
    new SettingError(
      `BACKEND_PORT is "${text}", which is not a port: set it to a number from 1 to 65535, or leave it unset for 4100.`,
    ),
  );
});

test.each(['22', '4190', '6000', '10080'])('refuses port %s, which browsers and fetch block', (text) => {
  expect(() => readPort({ METRICS_PORT: text }, 'METRICS_PORT')).toThrow(
    new SettingError(
      `METRICS_PORT is ${text}, a port that browsers block: set it to another port, or leave it unset for 4300.`,
    ),
  );
});

test('refuses no port that fetch takes', async () => {
  const failures = await Promise.all([...BLOCKED_PORTS].map(fetchFailure));
  expect(failures).toEqual(failures.map(() => expect.objectContaining({ cause: new Error('bad port') })));
});

test.each(Object.entries(DEFAULT_PORTS))("fetch takes %s's default", async (_, port) => {
  expect(await fetchFailure(port)).not.toMatchObject({ cause: { message: 'bad port' } });
});
