import { describe, expect, test } from '@jest/globals';
import type { Offer, ShareScope } from './share-scope.ts';
import { choose } from './share-scope.ts';

function offered(loaded = false): Offer {
  return { get: () => () => undefined, from: 'test', eager: true, loaded };
}

const SINGLETON = { singleton: true, strictVersion: true, requiredVersion: '^19.0.0' };

describe('a shared singleton', () => {
  test('is the loaded version, even when a newer one is offered', () => {
    const inUse = offered(true);
    const scope: ShareScope = { react: { '19.3.1': inUse, '19.10.0': offered() } };
    expect(choose(scope, 'react', SINGLETON)).toBe(inUse);
  });

  test('is the newest offer while none is loaded, and stays that one', () => {
    const newest = offered();
    const scope: ShareScope = { react: { '19.9.0': offered(), '19.10.0': newest } };
    expect(choose(scope, 'react', SINGLETON)).toBe(newest);
    scope['react'] = { ...scope['react'], '19.11.0': offered() };
    expect(choose(scope, 'react', SINGLETON)).toBe(newest);
  });

  test('that does not satisfy a strict requirement is refused by name and version', () => {
    const scope: ShareScope = { react: { '18.3.0': offered(true), '19.3.1': offered() } };
    expect(() => choose(scope, 'react', SINGLETON)).toThrow('react 18.3.0 is in use, but ^19.0.0 is needed');
  });
});

describe('a shared module', () => {
  test('that is no singleton is the newest version in the range', () => {
    const newest = offered();
    const scope: ShareScope = { react: { '19.3.1': offered(true), '19.10.0': newest, '20.0.0': offered() } };
    expect(choose(scope, 'react', { requiredVersion: '^19.0.0' })).toBe(newest);
  });

  test('that no part offers is refused by name', () => {
    expect(() => choose({}, 'react', SINGLETON)).toThrow('No part shares react');
  });
});
