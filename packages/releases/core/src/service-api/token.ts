import * as v from 'valibot';
import { issuerAddress } from '../access/access.ts';

/** RFC 8693, section 3. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
/** A person's or a pipeline's: the ID token of the identity provider, or of the CI. */
export const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';
export const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

/** `GET /sign-in`: where people get an ID token, and as which client the release command asks for it. */
export const SignInSchema = v.object({ issuer: issuerAddress, clientId: v.pipe(v.string(), v.nonEmpty()) });
export type SignIn = v.InferOutput<typeof SignInSchema>;

/** `POST /token` as a form, with a DPoP proof (RFC 9449). Other parameters are ignored (RFC 6749, section 3.2). */
export const TokenRequestSchema = v.looseObject({
  grant_type: v.literal(TOKEN_EXCHANGE),
  subject_token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(16_384)),
  subject_token_type: v.literal(ID_TOKEN),
});

/** 200 of `POST /token`. */
export const TokenAnswerSchema = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  issued_token_type: v.literal(ACCESS_TOKEN),
  token_type: v.literal('DPoP'),
  /** In seconds; 600 at most. */
  expires_in: v.pipe(v.number(), v.minValue(1), v.maxValue(600)),
});

/** 400 of `POST /token` (RFC 6749, section 5.2), also 401 with `use_dpop_nonce`. */
export const TokenErrorSchema = v.object({ error: v.string(), error_description: v.optional(v.string()) });
