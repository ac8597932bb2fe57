import { describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as v from 'valibot';
import type { BackendClient } from './testing/demo-backend.ts';

const DiscoverySchema = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) });
const AUDIENCE = 'http://localhost:4400';

/** Tests of the CI. */
export function testCi(client: () => BackendClient): void {
  const at = (path: string, init?: RequestInit) => fetch(`${client().url}/ci${path}`, init);
  const askToken = (query: Readonly<Record<string, string>>, init?: RequestInit) =>
    at(`/token?${new URLSearchParams(query).toString()}`, init);

  describe('the CI', () => {
    test('gives a job on the protected branch of any project a token for one audience, by keys that its discovery names', async () => {
      const token = await (await askToken({ project: 'acme/mfe-hubs', audience: AUDIENCE })).text();
      const found = v.parse(DiscoverySchema, await (await at('/.well-known/openid-configuration')).json());
      const keys = createRemoteJWKSet(new URL(found.jwks_uri));
      const { payload, protectedHeader } = await jwtVerify(token, keys, { issuer: found.issuer, audience: AUDIENCE });
      expect(found.issuer).toBe(`${client().url}/ci`);
      expect(protectedHeader.typ).toBeUndefined();
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
      expect(payload).toMatchObject({
        sub: 'project_path:acme/mfe-hubs:ref_type:branch:ref:main',
        project_path: 'acme/mfe-hubs',
        ref_protected: 'true',
      });
    });

    test('gives no token without a project and an audience, nor to a page', async () => {
      expect((await askToken({ project: 'acme/mfe-hubs' })).status).toBe(400);
      expect((await askToken({ project: 'a b', audience: AUDIENCE })).status).toBe(400);
      const headers = { origin: 'http://elsewhere.example' };
      expect((await askToken({ project: 'acme/mfe-hubs', audience: AUDIENCE }, { headers })).status).toBe(403);
    });
  });
}
