import { parseInput } from '@portal/contract/parse';
import type { FastifyInstance } from 'fastify';
import { importJWK, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Services } from './services.ts';
import { answerFailure } from './refusal.ts';
import { refuseOtherSites } from './request-origin.ts';

const JobSchema = v.object({
  project: v.pipe(v.string(), v.regex(/^[\w.-]+(\/[\w.-]+)+$/, 'expected a path such as "acme/mfe-hubs"')),
  audience: v.pipe(v.string(), v.nonEmpty()),
});

/**
 * Under the prefix `/ci`: stands for a CI, whose jobs get tokens for the release service; the claims are those of
 * GitLab.
 */
export async function ciRoutes(app: FastifyInstance, { keys: { signing }, settings }: Services): Promise<void> {
  const issuer = `${settings.url}/ci`;
  const { d: _secret, ...publicKey } = signing;
  const key = await importJWK(signing, signing.alg);
  const schema = { hide: true };
  app.setErrorHandler(answerFailure(settings));
  app.addHook('onRequest', refuseOtherSites);
  app.get('/.well-known/openid-configuration', { schema }, () => ({ issuer, jwks_uri: `${issuer}/jwks` }));
  app.get('/jwks', { schema }, () => ({ keys: [publicKey] }));
  app.get('/token', { schema }, ({ query }) => {
    const { project, audience } = parseInput('query', JobSchema, query);
    const branch = { ref: 'main', ref_type: 'branch', ref_protected: 'true' };
    return new SignJWT({ project_path: project, ...branch })
      .setProtectedHeader({ alg: signing.alg, kid: signing.kid })
      .setIssuer(issuer)
      .setSubject(`project_path:${project}:ref_type:branch:ref:${branch.ref}`)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('1 hour')
      .sign(key);
  });
}
