import { send } from '../transport.ts';
import { ServiceDescriptionResponseSchema } from '../wire.ts';

/** Address of the service description, a PDF. @throws {CallError} also if its scheme is neither http nor https. */
export async function getServiceDescriptionUrl(): Promise<string> {
  return (await send({ method: 'GET', path: 'service-description/url' }, ServiceDescriptionResponseSchema)).url;
}
