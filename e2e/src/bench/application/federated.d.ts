/** What a federated remote exposes. */
declare module '*/remote' {
  export const name: import('@portal/contract/remote-module').RemoteModule['name'];
  export const version: import('@portal/contract/remote-module').RemoteModule['version'];
  export const pages: import('@portal/contract/remote-module').RemoteModule['pages'];
  export const loadMessages: import('@portal/contract/remote-module').RemoteModule['loadMessages'];
}
