import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../options.ts';
import { documentSchema } from './valibot-schemas.ts';

/** Collects the routes that are registered after it for `GET /openapi.json`. */
export async function openApi(app: FastifyInstance, { url }: Settings): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'eBike Portal API', description: 'The calls that the portal makes.', version: '1.0.0' },
      servers: [{ url }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    hideUntagged: false,
    transform: ({ schema, url: path }) => ({ schema: documentSchema(schema), url: path }),
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
