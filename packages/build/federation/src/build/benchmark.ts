export { applicationConfig } from './application-config.ts';
export { documentedHost, documentedRemote } from './documented-config.ts';
export { floorConfig } from './floor-config.ts';
export { tunedHost, tunedRemote } from './tuned-config.ts';
