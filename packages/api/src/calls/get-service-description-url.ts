import { send } from '../transport.ts';
import { ServiceDescriptionResponseSchema } from '../wire.ts';

/** Address of the service description, a PDF. @throws {CallError} also for an address that is neither http nor https. */
export async function getServiceDescriptionUrl(): Promise<string> {
  return (await send({ method: 'GET', path: 'service-description/url' }, ServiceDescriptionResponseSchema)).url;
}
