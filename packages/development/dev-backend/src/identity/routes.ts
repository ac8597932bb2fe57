import { readFile } from 'node:fs/promises';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { keepLanguage } from '../pages/appearance.ts';
import { pageHeaders } from '../pages/layout.ts';
import { serveLogin } from './login-routes.ts';
import { servePasswords } from './password-routes.ts';
import type { Services } from '../services.ts';

/** Submits the form at once after a sign-out in the portal. Without scripts the visitor presses the button. */
const SIGN_OUT_SCRIPT = "document.querySelector('button[data-confirmed]')?.click();\n";

/** Shows and hides passwords. It hides them before the form is sent: browsers remember the content of text fields. */
const SHOW_PASSWORD_SCRIPT = `
for (const button of document.querySelectorAll('button[data-shows]')) {
  const input = document.getElementById(button.dataset.shows);
  const { hide } = button.dataset;
  const show = button.textContent.trim();
  const change = (visible) => {
    input.type = visible ? 'text' : 'password';
    button.textContent = visible ? hide : show;
  };
  button.hidden = false;
  button.addEventListener('click', () => change(input.type === 'password'));
  input.form.addEventListener('submit', () => change(false));
}
`;

/** An address and a password. */
const MAX_FORM_BYTES = 16_384;

async function serveAssets(app: FastifyInstance): Promise<void> {
  const style = await readFile(new URL('../pages/pages.css', import.meta.url));
  const script = (reply: FastifyReply, text: string) => reply.type('text/javascript; charset=utf-8').send(text);
  app.get('/assets/pages.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/assets/sign-out.js', (_request, reply) => script(reply, SIGN_OUT_SCRIPT));
  app.get('/assets/show-password.js', (_request, reply) => script(reply, SHOW_PASSWORD_SCRIPT));
}

/** The forms of the identity provider. */
async function serveForms(app: FastifyInstance, identity: Services): Promise<void> {
  await app.register(formbody, { bodyLimit: MAX_FORM_BYTES });
  await app.register(cookie);
  app.addHook('onRequest', keepLanguage);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(pageHeaders(identity.settings));
  });
  serveLogin(app, identity);
  servePasswords(app, identity);
}

/** The provider handles all other paths, and reads their requests itself. */
async function serveProtocol(app: FastifyInstance, { provider, settings }: Services): Promise<void> {
  const headers = pageHeaders(settings);
  const handle = provider.callback();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all('/*', (request, reply) => {
    reply.hijack();
    const { raw } = request;
    // The provider makes its addresses of the host that a request names.
    raw.headers.host = new URL(settings.url).host;
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    // The provider finds its mount path by comparing the two.
    Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice('/identity'.length) });
    void handle(raw, reply.raw);
  });
}

/** The identity provider's routes, for the prefix `/identity`. */
export async function identityRoutes(app: FastifyInstance, identity: Services): Promise<void> {
  await serveAssets(app);
  await app.register((scope) => serveForms(scope, identity));
  await app.register((scope) => serveProtocol(scope, identity));
}
