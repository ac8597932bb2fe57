import type { Language } from '@portal/contract/language';
import { describeError } from '@portal/node-kit/plain-error';
import { eq } from 'drizzle-orm';
import Provider, { errors } from 'oidc-provider';
import type { Account, ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../database/open-database.ts';
import { identities } from '../database/schema.ts';
import { callbackAddress } from '../options.ts';
import type { Settings } from '../options.ts';
import { databaseAdapter } from './adapter.ts';
import type { Keys } from '../keys.ts';
import { readAppearance, firstLanguage, PAGE_LANGUAGE_COOKIE, PAGE_LANGUAGE_OPTIONS } from '../pages/appearance.ts';
import { messagePage, page } from '../pages/layout.ts';
import { PAGE_TEXTS } from '../pages/texts.ts';
import { interactionPath } from '../paths.ts';
import { Html, html } from '@portal/node-kit/html';
import type { Appearance } from '../pages/appearance.ts';

interface SignOut extends Appearance {
  /** Submits the form without a click if scripts run. */
  readonly confirmed: boolean;
  /** Address of the link that cancels the sign-out. */
  readonly stay: string;
}

/** The page that asks whether to log out. `form` is the provider's form. */
function signOutPage(form: string, { confirmed, stay, ...appearance }: SignOut): string {
  const texts = PAGE_TEXTS[appearance.language].signOut;
  return page({
    ...appearance,
    title: texts.title,
    script: confirmed ? '/identity/assets/sign-out.js' : undefined,
    body: html`<h1>${texts.title}</h1>
      <p class="lead">${texts.text}</p>
      ${new Html(form)}
      <p>
        <button form="op.logoutForm" type="submit" name="logout" value="yes" ${confirmed && html`data-confirmed`}>
          ${texts.action}
        </button>
      </p>
      <p class="aside"><a href="${stay}">${texts.stay}</a></p>`,
  });
}

/** The API at the identity provider. */
export const CLIENT_ID = 'portal-api';
/** Release consoles at the identity provider. They get the user's identity, but no access to the API. */
const CONSOLE_CLIENT_ID = 'release-console';
/** The release command on people's machines: like the console, but without a fixed port to come back to (RFC 8252). */
const COMMAND_CLIENT_ID = 'release-command';
/** Scope of access tokens for the API. */
export const API_SCOPE = 'portal';
export const SIGN_IN_SCOPE = `openid ${API_SCOPE}`;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const ACCESS_TOKEN_SECONDS = 10 * MINUTE;
const SESSION_DAYS = 14;
/** The same as for the cookies with the tokens (specification, section 9). */
const REFRESH_TOKEN_DAYS = 2;

/** Reports every address as verified, because an address is stored only after its confirmation. */
async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [identity] = await db.select().from(identities).where(eq(identities.id, id));
  if (!identity) return undefined;
  const { email, roles } = identity;
  return { accountId: id, claims: async () => ({ sub: id, email, email_verified: true, roles }) };
}

/** The portal belongs to the provider, so users need not consent. */
async function grantOfFirstParty(ctx: KoaContextWithOIDC, audience: string) {
  const { provider, client, session, account } = ctx.oidc;
  if (!client || !session || !account) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (existing) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope('openid');
  if (client.clientId === CLIENT_ID) grant.addResourceScope(audience, API_SCOPE);
  await grant.save();
  return grant;
}

/** Only the portal's sign-out carries the ID token of the signed-in person. */
function isConfirmedSignOut({ oidc }: KoaContextWithOIDC): boolean {
  const subject = oidc.entities.IdTokenHint?.payload['sub'];
  return subject !== undefined && subject === oidc.session?.accountId;
}

/** A link to the portal, for pages without another way on. */
function portalLink({ portalOrigins }: Settings, language: Language) {
  return { href: `${portalOrigins[0]}/`, label: PAGE_TEXTS[language].toPortal };
}

/** Keeps the language that the client asks for, such as "fr", for all pages. */
function keepLanguage({ cookies }: KoaContextWithOIDC, asked: unknown): void {
  const language = firstLanguage(typeof asked === 'string' ? asked : undefined);
  if (language) cookies.set(PAGE_LANGUAGE_COOKIE, language, { ...PAGE_LANGUAGE_OPTIONS, signed: false });
}

function features(settings: Settings): Configuration['features'] {
  const { apiAudience } = settings;
  return {
    devInteractions: { enabled: false },
    // Access tokens are only for the API, so this endpoint could not be called.
    userinfo: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource(ctx, form) {
        const appearance = readAppearance(ctx.req.headers);
        const { href: stay } = portalLink(settings, appearance.language);
        ctx.body = signOutPage(form, { ...appearance, confirmed: isConfirmedSignOut(ctx), stay });
      },
      postLogoutSuccessSource(ctx) {
        const appearance = readAppearance(ctx.req.headers);
        const { done } = PAGE_TEXTS[appearance.language].signOut;
        ctx.body = messagePage({ ...appearance, ...done, link: portalLink(settings, appearance.language) });
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, client) => (client?.clientId === CLIENT_ID ? apiAudience : []),
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, resource, { clientId }) {
        // The library lets every client name any resource, and gives a token for it.
        if (clientId !== CLIENT_ID || resource !== apiAudience) throw new errors.InvalidTarget();
        return {
          scope: API_SCOPE,
          audience: apiAudience,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        };
      },
    },
  };
}

function clients(keys: Keys, settings: Settings): ClientMetadata[] {
  const { portalOrigins, consoleOrigins } = settings;
  const signsIn = { response_types: ['code'], id_token_signed_response_alg: 'ES256' } satisfies Partial<ClientMetadata>;
  const api: ClientMetadata = {
    ...signsIn,
    client_id: CLIENT_ID,
    client_secret: keys.client,
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [...new Set(portalOrigins.map((origin) => callbackAddress(settings, new URL(origin))))],
    post_logout_redirect_uris: portalOrigins.map((origin) => `${origin}/login`),
  };
  const releaseConsole: ClientMetadata = {
    ...signsIn,
    client_id: CONSOLE_CLIENT_ID,
    // The console has no secret: a code is useless without the verifier, which stays with the console.
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    redirect_uris: consoleOrigins.map((origin) => `${origin}/signed-in`),
    post_logout_redirect_uris: consoleOrigins.map((origin) => `${origin}/signed-out`),
  };
  const releaseCommand: ClientMetadata = {
    ...signsIn,
    client_id: COMMAND_CLIENT_ID,
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: ['http://127.0.0.1/signed-in'],
  };
  return consoleOrigins.length > 0 ? [api, releaseConsole, releaseCommand] : [api];
}

function configuration(db: Database, keys: Keys, settings: Settings): Configuration {
  const { apiAudience } = settings;
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter: databaseAdapter(db),
    clients: clients(keys, settings),
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookies],
      names: { session: 'identity_session', interaction: 'identity_interaction', resume: 'identity_resume' },
      long: { ...cookie, path: '/identity' },
      // The provider limits these cookies to the path of their sign-in, so that sign-ins in two tabs are independent.
      short: cookie,
    },
    findAccount: (_ctx, id) => findAccount(db, id),
    claims: { openid: ['sub', 'email', 'email_verified', 'roles'] },
    // The ID token has to contain the claims, because the provider's userinfo does not accept the access token.
    conformIdTokenClaims: false,
    scopes: ['openid'],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'none'],
    pkce: { required: () => true },
    interactions: {
      url(ctx, { uid, params }) {
        keepLanguage(ctx, params['ui_locales']);
        return interactionPath(uid);
      },
    },
    loadExistingGrant: (ctx) => grantOfFirstParty(ctx, apiAudience),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // A reuse of a refresh token ends every token that came from the same sign-in; what counts as one, the adapter
    // decides.
    rotateRefreshToken: true,
    features: features(settings),
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: MINUTE,
      IdToken: 60 * MINUTE,
      RefreshToken: REFRESH_TOKEN_DAYS * DAY,
      Interaction: 60 * MINUTE,
      Session: SESSION_DAYS * DAY,
      Grant: SESSION_DAYS * DAY,
    },
    renderError(ctx, out) {
      const appearance = readAppearance(ctx.req.headers);
      const { failed } = PAGE_TEXTS[appearance.language];
      ctx.type = 'html';
      ctx.body = messagePage({
        ...appearance,
        ...failed,
        detail: out.error_description ?? out.error,
        link: portalLink(settings, appearance.language),
      });
    },
  };
}

/** The identity provider, to be mounted at `/identity`. */
export function createProvider(db: Database, keys: Keys, settings: Settings): Provider {
  const provider = new Provider(settings.issuer, configuration(db, keys, settings));
  provider.on('end_session.success', ({ oidc, req }) => {
    const who = oidc.session?.accountId;
    const sender = { ip: req.socket.remoteAddress };
    if (who !== undefined && oidc.params?.['logout'] !== undefined)
      settings.events.record(sender, { event: 'signed-out', who, what: 'eBike ID' });
  });
  provider.on('server_error', (_ctx, error) => settings.log(`The identity provider failed: ${describeError(error)}`));
  return provider;
}
