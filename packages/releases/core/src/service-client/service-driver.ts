import { KeysSchema } from '../service-api/objects.ts';
import type { StoreDriver } from '../format/driver.ts';
import type { ServiceClient } from './service-client.ts';

const toAddress = (key: string): string => `/objects/${key.split('/').map(encodeURIComponent).join('/')}`;

function readOnly(): Promise<never> {
  return Promise.reject(new Error('Only the release service writes to its store; its clients ask it to.'));
}

/** The store of a release service, to read. Changes go through `serviceWriter`. */
export function serviceDriver(client: ServiceClient): StoreDriver {
  const find = (key: string) => client.find({ method: 'GET', path: toAddress(key), kind: 'read' });
  return {
    place: client.service,
    get: async (key) => (await find(key))?.bytes,
    has: async (key) => (await find(key)) !== undefined,
    async list(prefix) {
      const path = `/objects?prefix=${encodeURIComponent(prefix)}`;
      return (await client.askFor({ method: 'GET', path, kind: 'read' }, KeysSchema)).keys;
    },
    create: readOnly,
    remove: readOnly,
  };
}
