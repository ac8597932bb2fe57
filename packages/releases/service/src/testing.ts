/**
 * For tests, also those of other packages: a local issuer for people and pipelines, a client, and a service with a
 * store of its own.
 */
export { LocalIssuer } from './testing/local-issuer.ts';
export type { Person } from './testing/local-issuer.ts';
export { ProofClient } from './testing/proof-client.ts';
export { ANNA, AUDIENCE, BEN, HUBS_PROJECT, sampleAccess, SampleService } from './testing/sample-service.ts';
