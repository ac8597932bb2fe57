import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { accountPasswordRoutes } from './api/account-password-routes.ts';
import { injectFaults } from './control/inject-faults.ts';
import { staffAccess } from './staff/journal/staff-access.ts';
import { downloadByLink } from './staff/downloads/download-by-link.ts';
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
import { logOut } from './api/log-out.ts';
import { notifications } from './api/notifications.ts';
import { answerFailure } from './refusal.ts';
import { recordChange, recordRefusal } from './api/record-calls.ts';
import { releaseByLink } from './api/release-by-link.ts';
import { releaseHub } from './api/release-hub.ts';
import { requestRelease } from './api/request-release.ts';
import { answerOtherCalls } from './api/sample-answers.ts';
import { serviceDescriptionUrl } from './api/service-description.ts';
import { signUpDeveloper } from './api/sign-up-developer.ts';
import { updateLastSeen } from './api/update-last-seen.ts';
import { withValibotSchemas } from '@portal/node-kit/fastify-valibot';
import { webLogin } from './api/web-login.ts';
import type { Services } from './services.ts';

/** How long a browser may cache a preflight's answer, in seconds. */
const PREFLIGHT_SECONDS = 7200;

/** The API of section 7, for the prefix `/api`. */
export async function apiRoutes(scope: FastifyInstance, api: Services): Promise<void> {
  const { db, settings } = api;
  const app = withValibotSchemas(scope);
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
  app.setNotFoundHandler(answerOtherCalls(scope.prefix, api));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  injectFaults(scope, api.faults, db);

  webLogin(app, api);
  getTokens(app, api);
  releaseByLink(app, api);
  confirmByLink(app, api);
  serviceDescriptionUrl(app, api);
  await api.uploads.start();
  downloadByLink(app, api);
  await app.register(async (pages: FastifyInstance) => accountPasswordRoutes(pages, api));
  await app.register(async (signedIn: typeof app) => {
    signedIn.addHook('onRequest', authenticate(db, api));
    signedIn.addHook('onResponse', recordChange(settings));
    getAccount(signedIn, api);
    changeGeneral(signedIn, api);
    changeCountry(signedIn, api);
    changeEmail(signedIn, api);
    changePassword(signedIn, api);
    notifications(signedIn, api);
    destroyAccount(signedIn, api);
    signUpDeveloper(signedIn, api);
    getCountries(signedIn, api);
    updateLastSeen(signedIn, api);
    logOut(signedIn, api);
    getHubs(signedIn, api);
    changeSharing(signedIn, api);
    releaseHub(signedIn, api);
    requestRelease(signedIn, api);
    staffAccess(signedIn, api);
    await signedIn.register(async (staff: typeof app) => staffRoutes(staff, api));
  });
}
