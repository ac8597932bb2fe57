import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { DEMO_PASSWORD } from '../database/demo-data.ts';
import { CONSOLE } from './demo-backend.ts';
import type { BackendClient } from './demo-backend.ts';
import { Visitor } from './visitor.ts';

const TokensSchema = v.object({
  id_token: v.string(),
  access_token: v.string(),
  refresh_token: v.optional(v.string()),
});
type Changes = Readonly<Record<string, string>>;

/** The clients of the identity provider without a secret, with an address that each may come back to. */
export const PUBLIC_CLIENTS = {
  'release-console': `${CONSOLE}/signed-in`,
  'release-command': 'http://127.0.0.1:4996/signed-in',
} as const;
export const PUBLIC_CLIENT_IDS = ['release-console', 'release-command'] as const;

/** Signs people in as a release console or the release command does. */
export function publicClient(backend: () => BackendClient, id: keyof typeof PUBLIC_CLIENTS) {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = PUBLIC_CLIENTS[id];

  const address = (changes: Changes = {}): URL => {
    const url = new URL(`${backend().url}/identity/auth`);
    url.search = new URLSearchParams({
      client_id: id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: 'state-of-the-client',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }).toString();
    return url;
  };
  /** @returns the address that the visitor is sent back to */
  const enter = async (name: string): Promise<URL> => {
    const visitor = new Visitor();
    const form = await visitor.goTo(address());
    const { url } = await visitor.submit(form, { email: `${name}@example.com`, password: DEMO_PASSWORD });
    return url;
  };
  const redeem = (landed: URL, changes: Changes = {}): Promise<Response> =>
    fetch(`${backend().url}/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: id,
        code: landed.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...changes,
      }),
    });
  const signIn = async (name: string) => v.parse(TokensSchema, await (await redeem(await enter(name))).json());

  return { address, enter, redeem, signIn };
}
