import { expect, test } from '@jest/globals';
import { webServerPathIn } from './web-server-paths.ts';

test.each([
  ['/assets', '/assets/'],
  ['/assets/mfe-hubs/:file', '/assets/'],
  ['/:any', '/assets/'],
  ['/:any/mfe-hubs', '/assets/'],
  ['/documents/:document/:version/:language', '/documents/:document/:version/:file'],
  ['/reports', '/reports'],
  ['/favicon.ico', '/favicon.ico'],
  ['/apple-touch-icon.png', '/apple-touch-icon.png'],
  ['/manifest.webmanifest', '/manifest.webmanifest'],
  ['/.well-known/security.txt', '/.well-known/'],
])('%s is reserved for the web server', (pattern, kept) => {
  expect(webServerPathIn(pattern)?.pattern).toBe(kept);
});

test.each(['/', '/documents', '/documents/:id', '/reports/:id', '/settings', '/terms/:version'])(
  '%s is free for parts',
  (pattern) => {
    expect(webServerPathIn(pattern)).toBeUndefined();
  },
);
