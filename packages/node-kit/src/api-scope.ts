import swagger from '@fastify/swagger';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { InvalidInputError, parseInput } from '@portal/contract/parse';
import { toJsonSchema } from '@valibot/to-json-schema';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchema,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type * as v from 'valibot';

/** Lets Fastify infer the types of a route from its valibot schemas: parsed values for requests, wire values for answers. */
interface ValibotTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
  serializer: this['schema'] extends v.GenericSchema ? v.InferInput<this['schema']> : unknown;
}

/** A Fastify scope whose routes carry valibot schemas. */
export type ApiScope = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ValibotTypes
>;

/** Validates requests and answers: an answer that the client would not accept is a bug of this server. */
export function withValibotSchemas(app: FastifyInstance): ApiScope {
  const scope = app.withTypeProvider<ValibotTypes>();
  scope.setValidatorCompiler<v.GenericSchema>(({ schema, httpPart }) => (input) => {
    try {
      return { value: parseInput(httpPart ?? 'request', schema, input) };
    } catch (error) {
      if (error instanceof InvalidInputError) return { error };
      throw error;
    }
  });
  scope.setSerializerCompiler<v.GenericSchema>(({ schema, method, url }) => (answer) => {
    parseInput(`Answer of ${method} ${url}`, schema, answer);
    return JSON.stringify(answer);
  });
  return scope;
}

function isValibotSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}

/** JSON Schema cannot say "anything but null" directly. */
const documentOf = (schema: unknown) =>
  isValibotSchema(schema)
    ? toJsonSchema(schema, {
        typeMode: 'input',
        // JSON Schema cannot describe changes of a text.
        ignoreActions: ['trim'],
        overrideSchema: ({ valibotSchema }) =>
          valibotSchema.type === 'non_nullish' ? { not: { type: 'null' } } : undefined,
      })
    : schema;

/** The same schemas as JSON Schema, for the OpenAPI document. */
function documentSchema(schema: FastifySchema | undefined, refusal: v.GenericSchema): FastifySchema {
  const { response, ...request } = schema ?? {};
  const answers = typeof response === 'object' && response !== null ? Object.entries(response) : [];
  return {
    ...Object.fromEntries(Object.entries(request).map(([part, value]) => [part, documentOf(value)])),
    response: Object.fromEntries(
      [...answers, ['4xx', refusal]].map(([status, answer]) => [status, documentOf(answer)]),
    ),
  };
}

/** Collects the routes that are registered after it for `GET /openapi.json`; each may answer with a `refusal`. */
export async function openApi(
  app: FastifyInstance,
  document: NonNullable<FastifyDynamicSwaggerOptions['openapi']>,
  refusal: v.GenericSchema,
): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', ...document },
    hideUntagged: false,
    transform: ({ schema, url: path }) => ({ schema: documentSchema(schema, refusal), url: path }),
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
