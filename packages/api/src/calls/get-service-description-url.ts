import { send } from '../transport.ts';
import { ServiceDescriptionResponseSchema } from '../wire.ts';

/** Where the service description lies, a PDF. @throws {CallError} also for an address that is none of the web. */
export async function getServiceDescriptionUrl(): Promise<string> {
  return (await send({ method: 'GET', path: 'service-description/url' }, ServiceDescriptionResponseSchema)).url;
}
