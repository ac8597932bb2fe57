import type { RemoteModule } from '@portal/contract/remote-module';

/** A Module Federation container, as a remote's entry exports it. */
export interface Container {
  init(shareScope: object): unknown;
  get(expose: string): Promise<() => unknown>;
}

function isContainer(value: unknown): value is Container {
  return (
    typeof value === 'object' &&
    value !== null &&
    'init' in value &&
    typeof value.init === 'function' &&
    'get' in value &&
    typeof value.get === 'function'
  );
}

function isRemoteModule(value: unknown): value is RemoteModule {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'version' in value &&
    typeof value.version === 'string' &&
    'pages' in value &&
    typeof value.pages === 'object' &&
    value.pages !== null &&
    'loadMessages' in value &&
    typeof value.loadMessages === 'function'
  );
}

export function toContainer(value: unknown): Container | undefined {
  return isContainer(value) ? value : undefined;
}

export function toRemoteModule(value: unknown): RemoteModule | undefined {
  return isRemoteModule(value) ? value : undefined;
}
