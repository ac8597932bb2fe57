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
import { checkRequest } from './check-request.ts';

/**
 * What may be sent for a type of the wire: read-only values, and undefined for an optional field, because JSON leaves
 * it out.
 */
type Sent<T> = T extends object
  ? { readonly [K in keyof T]: Sent<T[K]> | (object extends Pick<T, K> ? undefined : never) }
  : T;

/**
 * Lets Fastify infer the types of a route from its valibot schemas: parsed values for requests, wire values for
 * answers.
 */
interface ValibotTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
  serializer: this['schema'] extends v.GenericSchema ? Sent<v.InferInput<this['schema']>> : unknown;
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
      const part = httpPart ?? 'request';
      if (part === 'body' || part === 'querystring') checkRequest(part, schema, input);
      return { value: parseInput(part, schema, input) };
    } catch (error) {
      if (error instanceof InvalidInputError) return { error };
      throw error;
    }
  });
  scope.setSerializerCompiler<v.GenericSchema>(({ schema, method, url }) => (answer) => {
    const text = JSON.stringify(answer);
    // JSON leaves out what is undefined, so what is checked is what is sent.
    parseInput(`Answer of ${method} ${url}`, schema, JSON.parse(text));
    return text;
  });
  return scope;
}

function isValibotSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}

/** JSON Schema cannot say "anything but null" directly. */
const getDocument = (schema: unknown) =>
  isValibotSchema(schema)
    ? toJsonSchema(schema, {
        // That of OpenAPI 3.1.
        target: 'draft-2020-12',
        typeMode: 'input',
        // JSON Schema cannot describe changes of a text.
        ignoreActions: ['trim', 'transform'],
        // Checks by code stay with the routes.
        errorMode: 'ignore',
        overrideSchema: ({ valibotSchema }) =>
          valibotSchema.type === 'non_nullish' ? { not: { type: 'null' } } : undefined,
      })
    : schema;

/** An answer: a schema for JSON, or one for each type of content. */
type Answer =
  | v.GenericSchema
  | {
      readonly description: string;
      readonly content: Readonly<Record<string, { readonly schema: v.GenericSchema }>>;
    };

const isContent = (value: unknown): value is Pick<Exclude<Answer, v.GenericSchema>, 'content'> =>
  typeof value === 'object' && value !== null && 'content' in value;

/** A part of a request, or an answer. */
function documentPart(part: unknown): unknown {
  if (!isContent(part)) return getDocument(part);
  const content = Object.entries(part.content).map(
    ([type, { schema }]) => [type, { schema: getDocument(schema) }] as const,
  );
  return { ...part, content: Object.fromEntries(content) };
}

/** The same schemas as JSON Schema, for the OpenAPI document. */
function documentSchema(schema: FastifySchema | undefined, refusals: Readonly<Record<string, Answer>>): FastifySchema {
  const { response, body, querystring, params, headers, ...others } = schema ?? {};
  const parts = Object.entries({ body, querystring, params, headers }).filter(([, value]) => value !== undefined);
  const answers = Object.entries({ ...(typeof response === 'object' ? response : {}), ...refusals });
  return {
    ...others,
    ...Object.fromEntries(parts.map(([part, value]) => [part, documentPart(value)])),
    response: Object.fromEntries(answers.map(([status, answer]) => [status, documentPart(answer)])),
  };
}

/**
 * Collects the routes that are registered after it for `GET /openapi.json`; each may answer with the `refusals`, by
 * status.
 */
export async function openApi(
  app: FastifyInstance,
  document: NonNullable<FastifyDynamicSwaggerOptions['openapi']>,
  refusals: Readonly<Record<string, Answer>>,
): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', ...document },
    hideUntagged: false,
    transform: ({ schema, url: path }) => ({ schema: documentSchema(schema, refusals), url: path }),
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
