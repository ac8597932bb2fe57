export { browserEnvironment } from './browser-environment.ts';
export type { LoaderEnvironment } from './browser-environment.ts';
export { crashDetails, originOf } from './error-origin.ts';
export { createRemoteLoader } from './loader.ts';
export type { LoadedRemote, RemoteLoader } from './loader.ts';
export { applyStyles, RemoteError } from './start-version.ts';
