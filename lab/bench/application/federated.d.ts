/** What a federated remote exposes. */
declare module '*/remote' {
  import type { RemoteModule } from '@portal/contract/remote-module';

  export const name: RemoteModule['name'];
  export const version: RemoteModule['version'];
  export const pages: RemoteModule['pages'];
  export const loadMessages: RemoteModule['loadMessages'];
}
