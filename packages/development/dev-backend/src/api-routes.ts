import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { accountPasswordRoutes } from './api/account-password-routes.ts';
import { MailLimit } from './attempts/recent-limit.ts';
import type { AttemptLimits } from './attempts/attempt-limits.ts';
import type { Behaviours } from './control/behaviours.ts';
import type { Faults } from './control/faults.ts';
import { injectFaults } from './control/inject-faults.ts';
import type { Database } from './database/open-database.ts';
import type { IssuedTokens } from './identity/issued-tokens.ts';
import type { Keys } from './keys.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Settings } from './options.ts';
import { Uploads } from './staff/firmware/uploads.ts';
import { staffAccess } from './staff/journal/staff-access.ts';
import { downloadByLink } from './staff/logs/download-log.ts';
import { LogLinks } from './staff/logs/log-links.ts';
import { staffRoutes } from './staff/staff-routes.ts';
import { authenticate } from './api/caller.ts';
import { changeCountry } from './api/change-country.ts';
import { changeEmail } from './api/change-email.ts';
import { changeGeneral } from './api/change-general.ts';
import { changePassword } from './api/change-password.ts';
import { changeSharing } from './api/change-sharing.ts';
import { confirmByLink } from './api/confirm-by-link.ts';
import { destroyAccount } from './api/destroy-account.ts';
import { getAccount } from './api/get-account.ts';
import { getCountries } from './api/get-countries.ts';
import { getHubs } from './api/get-hubs.ts';
import { getTokens } from './api/get-tokens.ts';
import { createIdentityClient } from './api/identity-client.ts';
import { logOut } from './api/log-out.ts';
import { notifications } from './api/notifications.ts';
import { answerFailure, answerUnknownRoute } from './refusal.ts';
import { recordChange, recordRefusal } from './api/record-calls.ts';
import { releaseByLink } from './api/release-by-link.ts';
import { releaseHub } from './api/release-hub.ts';
import { requestRelease } from './api/request-release.ts';
import { serviceDescriptionUrl } from './api/service-description.ts';
import { signUpDeveloper } from './api/sign-up-developer.ts';
import { updateLastSeen } from './api/update-last-seen.ts';
import { withValibotSchemas } from '@portal/node-kit/api-scope';
import { webLogin } from './api/web-login.ts';

/** How long a browser may cache a preflight's answer, in seconds. */
const PREFLIGHT_SECONDS = 7200;

interface Api {
  readonly db: Database;
  readonly keys: Keys;
  readonly issuedTokens: IssuedTokens;
  readonly settings: Settings;
  readonly outbox: Outbox;
  readonly limits: AttemptLimits;
  readonly stateFolder: string;
  readonly now: () => number;
  /** Faults that tests have requested; none by default. */
  readonly faults: Faults | undefined;
  /** Special behaviour of accounts, for tests. */
  readonly behaviours: Behaviours | undefined;
}

/** The API of section 7, for the prefix `/api`. */
export async function apiRoutes(scope: FastifyInstance, api: Api): Promise<void> {
  const { db, keys, settings, faults, behaviours } = api;
  const app = withValibotSchemas(scope);
  const client = createIdentityClient(settings, keys);
  await app.register(cors, {
    origin: [...settings.portalOrigins],
    credentials: true,
    methods: ['GET', 'PUT', 'POST', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept'],
    exposedHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_SECONDS,
  });
  await app.register(cookie);
  app.setErrorHandler(answerFailure({ log: settings.log, onRefusal: recordRefusal(settings) }));
  app.setNotFoundHandler(answerUnknownRoute);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  if (faults) injectFaults(scope, faults, db);

  webLogin(app, { ...api, client });
  getTokens(app, client);
  releaseByLink(app, { db, settings });
  confirmByLink(app, { db, settings });
  serviceDescriptionUrl(app, settings);
  const logLinks = new LogLinks(api.now);
  const uploads = new Uploads(api);
  const mailLimit = new MailLimit(api.now);
  await uploads.start();
  downloadByLink(app, { db, logLinks });
  await app.register(async (pages: FastifyInstance) => accountPasswordRoutes(pages, api));
  await app.register(async (signedIn: typeof app) => {
    signedIn.addHook('onRequest', authenticate(db, api));
    signedIn.addHook('onResponse', recordChange(settings));
    getAccount(signedIn, { db, behaviours });
    changeGeneral(signedIn, db);
    changeCountry(signedIn, db);
    changeEmail(signedIn, { ...api, mailLimit });
    changePassword(signedIn, api);
    notifications(signedIn, db);
    destroyAccount(signedIn, { ...api, uploads });
    signUpDeveloper(signedIn, api);
    getCountries(signedIn, db);
    updateLastSeen(signedIn, db);
    logOut(signedIn, db);
    getHubs(signedIn, db);
    changeSharing(signedIn, db);
    releaseHub(signedIn, db);
    requestRelease(signedIn, { ...api, mailLimit });
    staffAccess(signedIn, db);
    await signedIn.register(async (staff: typeof app) => staffRoutes(staff, { ...api, logLinks, uploads, mailLimit }));
  });
}
