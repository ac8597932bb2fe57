import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnySchema, ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ID_TOKEN, TOKEN_EXCHANGE } from '@portal/release/service-api/token';
import { ANNA, BEN, SampleService, sampleAccess } from './testing.ts';
import type { ProofClient } from './testing.ts';

/** Tests that openapi.json says what the service does. */
export function testOpenapi(): void {
  interface Content {
    readonly content?: Readonly<Record<string, { readonly schema: AnySchema }>>;
  }
  interface Operation {
    readonly summary?: string;
    readonly security?: readonly object[];
    readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: AnySchema }[];
    readonly requestBody?: Content;
    readonly responses: Readonly<Record<string, Content>>;
  }
  type Methods = Readonly<Record<string, Operation>>;

  let service: SampleService;
  let anna: ProofClient;
  let ben: ProofClient;
  let paths: Readonly<Record<string, Methods>> = {};
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  /** "POST /requests" -> the statuses that were tried. */
  const tried = new Map<string, Set<number>>();

  beforeAll(async () => {
    service = await SampleService.start({}, { approvals: [{ changes: ['promote'], parts: ['mfe-legal'] }] });
    for (const name of ['shell', 'mfe-hubs', 'mfe-legal']) await service.sample.publish(name, '1.1.0');
    [anna, ben] = [await service.signIn(ANNA), await service.signIn(BEN)];
    const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as { paths: typeof paths };
    ({ paths } = document);
  });
  afterAll(() => service.stop());

  const getOperation = (method: string, path: string): Operation => {
    const operation = paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`openapi.json lacks ${method} ${path}`);
    return operation;
  };

  function findSchema(content: Content | undefined, type: string): ValidateFunction | undefined {
    const schema = content?.content?.[type]?.schema;
    return schema === undefined ? undefined : ajv.compile(schema);
  }

  /** The described answer to a status: of itself, or of its class. */
  const described = ({ responses }: Operation, status: number): Content | undefined =>
    responses[String(status)] ?? responses[`${String(status)[0] ?? ''}XX`] ?? responses[`${String(status)[0] ?? ''}xx`];

  const promote = (name: string) => ({
    reason: 'a test',
    change: { action: 'promote', versions: { [name]: '1.1.0' } },
  });

  interface Call {
    readonly method: 'GET' | 'POST';
    /** As the document has it. */
    readonly path: string;
    readonly sent?: () => Promise<string> | string;
    readonly body?: () => object;
    readonly status: number;
  }

  const CALLS: readonly Call[] = [
    { method: 'GET', path: '/identity', status: 200 },
    { method: 'GET', path: '/sign-in', status: 200 },
    { method: 'GET', path: '/objects', sent: () => '/objects?prefix=releases/', status: 200 },
    { method: 'GET', path: '/objects', sent: () => '/objects?prefix=a%20b', status: 400 },
    { method: 'GET', path: '/served', status: 200 },
    { method: 'GET', path: '/visits', status: 200 },
    { method: 'GET', path: '/watcher', status: 200 },
    { method: 'POST', path: '/requests', body: () => promote('mfe-hubs'), status: 200 },
    { method: 'POST', path: '/requests', body: () => promote('mfe-legal'), status: 202 },
    { method: 'POST', path: '/requests', body: () => ({ ...promote('mfe-hubs'), expect: 99 }), status: 409 },
    { method: 'POST', path: '/requests', body: () => promote('mfe-unknown'), status: 422 },
    { method: 'POST', path: '/requests', body: () => ({ ...promote('mfe-hubs'), by: 'me' }), status: 400 },
    { method: 'POST', path: '/requests', body: () => ({ change: { action: 'yank' } }), status: 400 },
    { method: 'GET', path: '/approvals', status: 200 },
    {
      method: 'POST',
      path: '/approvals/{id}',
      sent: async () => {
        const [waiting] = (await ben.send('GET', '/approvals')).body['approvals'] as [{ id: string }];
        return `/approvals/${waiting.id}`;
      },
      body: () => ({ answer: 'yes' }),
      status: 200,
    },
    {
      method: 'POST',
      path: '/approvals/{id}',
      sent: () => '/approvals/unknown',
      body: () => ({ answer: 'yes' }),
      status: 404,
    },
    {
      method: 'POST',
      path: '/approvals/{id}',
      sent: () => '/approvals/unknown',
      body: () => ({ answer: 'maybe' }),
      status: 400,
    },
    { method: 'POST', path: '/previews', body: () => ({ versions: { shell: '1.1.0' } }), status: 200 },
    { method: 'POST', path: '/previews', body: () => ({ versions: { shell: '9.9.9' } }), status: 422 },
    { method: 'POST', path: '/previews', body: () => ({ versions: 'shell' }), status: 400 },
    { method: 'POST', path: '/prunes', body: () => ({ dryRun: true }), status: 200 },
    { method: 'POST', path: '/prunes', body: () => ({ dryRun: 'yes' }), status: 400 },
    {
      method: 'POST',
      path: '/configuration',
      body: () => ({ access: sampleAccess(service.people.url, service.pipelines.url), reason: 'a test' }),
      status: 200,
    },
    { method: 'POST', path: '/configuration', body: () => ({ access: {}, reason: 'a test' }), status: 400 },
    { method: 'POST', path: '/configuration', body: () => ({ reason: 'a test' }), status: 400 },
  ];

  describe('openapi.json says what the service does:', () => {
    test.each(CALLS)('$method $path, $status', async ({ method, path, sent, body, status }) => {
      const operation = getOperation(method, path);
      const given = body?.();
      const client = path === '/requests' ? anna : ben;
      const answer = await client.send(method, (await sent?.()) ?? path, given && { body: given });
      expect([answer.status, 'detail' in answer.body]).toEqual([status, status >= 400]);
      const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
      const validate = findSchema(described(operation, status), type);
      expect([validate?.(answer.body), validate?.errors]).toEqual([true, null]);
      // What it refuses as malformed, the document refuses as well; what it takes, the document allows.
      const accepts = findSchema(operation.requestBody, 'application/json');
      expect(accepts?.(given) ?? given === undefined).toBe(given === undefined || status !== 400);
      tried.set(`${method} ${path}`, (tried.get(`${method} ${path}`) ?? new Set()).add(status));
    });

    test('the exchange of a token, and why one is refused', async () => {
      const operation = getOperation('POST', '/token');
      const form = { grant_type: TOKEN_EXCHANGE, subject_token: 'a.b.c', subject_token_type: ID_TOKEN };
      const accepts = findSchema(operation.requestBody, 'application/x-www-form-urlencoded');
      expect([accepts?.(form), accepts?.({ ...form, grant_type: 'password' })]).toEqual([true, false]);
      const answer = await (await service.client()).signIn(await service.people.personToken(ANNA));
      const validate = findSchema(described(operation, 200), 'application/json');
      expect([answer.status, validate?.(answer.body)]).toEqual([200, true]);
      expect(operation.security).toEqual([]);
    });

    test('every address is described, and was tried with what it takes', () => {
      const all = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      const elsewhere = [
        // Above.
        'POST /token',
        // Bytes, without a schema: access.suite.ts.
        'GET /objects/{*}',
        'GET /livez',
        // operators.suite.ts.
        'GET /readyz',
        // publications and records have tests of their own.
        ...all.filter((each) => /\/(publications|parts|checks|copies)/.test(each)),
      ];
      expect([...tried.keys(), ...elsewhere].sort()).toEqual(all.sort());
      expect([...tried.values()].every((statuses) => statuses.has(200))).toBe(true);
      const lacking = Object.entries(paths).filter(([, methods]) =>
        Object.values(methods).some(({ summary }) => !summary),
      );
      expect(lacking).toEqual([]);
    });
  });

  test('a request without a token is refused on every address but the open ones [T381]', async () => {
    const answers = await Promise.all(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(async ([method, { security }]) => {
          const response = await fetch(`${service.origin}${path.replaceAll(/\{[^}]+\}/g, 'x')}`, {
            method: method.toUpperCase(),
          });
          return [path, security ? 'open' : 'authenticated', response.status === 401] as const;
        }),
      ),
    );
    expect(answers.filter(([, kind, isRefused]) => (kind === 'authenticated') !== isRefused)).toEqual([]);
    expect(anna.accessToken).not.toBe('');
  });
}
