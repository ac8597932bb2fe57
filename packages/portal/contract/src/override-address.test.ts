import { expect, test } from '@jest/globals';
import { overrideAddress, readOverrideAddress } from './override-address.ts';

test('a page asks a development server for a part, and says which version it expects', () => {
  for (const version of ['1.2.0', '1.2.0-rc.1']) {
    const address = overrideAddress('http://localhost:4000', { part: 'mfe-hubs', version });
    expect(new URL(address).origin).toBe('http://localhost:4000');
    expect(readOverrideAddress(new URL(address))).toEqual({ part: 'mfe-hubs', version });
  }
});

test.each([
  '/development-override/mfe-hubs.js',
  '/development-override/mfe-hubs.js?version=1',
  '/development-override/mfe-hubs.js?version=1.0.0&version=1.0.0',
  '/development-override/mfe-hubs.mjs?version=1.0.0',
  '/development-override/..%2fhubs.js?version=1.0.0',
  '/assets/mfe-hubs.js?version=1.0.0',
])('%s asks for none', (address) => {
  expect(readOverrideAddress(new URL(address, 'http://localhost:4000'))).toBeUndefined();
});
