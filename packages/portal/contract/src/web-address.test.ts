import { expect, test } from '@jest/globals';
import { webAddress } from './web-address.ts';

test.each([
  'https://example.com/',
  'http://localhost:4300/metrics',
  'https://10.0.0.5/',
  'https://[::1]:8443/',
  'http://web_1:4300/metrics?a=b',
  'https://xn--bcher-kva.example/',
])('%s is an address of the web', (text) => {
  expect(webAddress(text)?.href).toBe(text);
});

test.each([
  '',
  'example.com',
  'ftp://example.com/',
  'https://operator:hunter2@example.com/',
  'https://operator@example.com/',
  'https://:hunter2@example.com/',
  'https://*',
  'https://*.example.com',
  'https://cdn.example;script-src',
  "https://a'b.example",
  'https://a,b.example',
  'https://example.com.',
  'https://a..example',
  `https://${'a.'.repeat(127)}example`,
])('"%s" is none: a password would be shown, and other characters go into policies', (text) => {
  expect(webAddress(text)).toBeUndefined();
});
