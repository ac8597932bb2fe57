import { describe, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import type { BackendClient } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

/** Tests of the mailbox's pages, for each kind of database. */
export function testMailbox(client: () => BackendClient): void {
  async function mailToOwner() {
    const owner = await client().newPerson({ account: { language: 'fr' } });
    const guest = await client().newPerson({ hubs: [{ owner: owner.email }] });
    const accessToken = await client().token(guest.email);
    const [hub] = guest.hubs;
    await client().call(`hubs/${hub?.serial}+${hub?.partNumber}/release`, accessToken);
    const [mail] = await client().mailsTo(owner.email);
    if (!mail) throw new Error('There is no mail.');
    return { owner, mail };
  }

  const visit = (path: string) => new Visitor().request(`${client().url}${path}`);

  describe('the mailbox', () => {
    test('lists the mails, all of them or those to one address', async () => {
      const { owner, mail } = await mailToOwner();
      await mailToOwner();
      expect((await visit('/mailbox')).text).toContain(`href="/mailbox/${mail.id}"`);
      const { text } = await visit(`/mailbox?to=${owner.email.toUpperCase()}`);
      expect(text.match(/<li>/g)).toHaveLength(1);
      expect(text).toMatch(/<label for="to">Only to this address<\/label>/);
      expect((await visit('/mailbox?to=%22%3E%3Cscript%3E')).text).toContain('value="&quot;&gt;&lt;script&gt;"');
    });

    test('shows the text with its link, and the HTML in a separate frame', async () => {
      const { mail } = await mailToOwner();
      const page = await visit(`/mailbox/${mail.id}`);
      expect(page.text).toContain(`<a href="${mail.links[0]}" rel="noreferrer">`);
      expect(page.text).toContain('<pre lang="fr">Bonjour');
      expect(page.text).toMatch(new RegExp(`<iframe\\s+src="/mailbox/${mail.id}/html"\\s+title="The mail as HTML"`));
      const frame = await visit(`/mailbox/${mail.id}/html`);
      expect(frame.text).toContain('<base target="_blank">');
      const policy = frame.headers.get('content-security-policy');
      for (const rule of ["default-src 'none'", "script-src 'none'", 'sandbox']) expect(policy).toContain(rule);
      expect(policy).not.toContain('allow-same-origin');
    });

    test('runs no scripts, cannot be framed, and sends no referrer to other sites', async () => {
      const { mail } = await mailToOwner();
      expect((await visit('/mailbox/gone/html')).status).toBe(404);
      for (const path of ['/mailbox', `/mailbox/${mail.id}`, '/mailbox/gone']) {
        const { headers, status, text } = await visit(path);
        expect(status).toBe(path.endsWith('gone') ? 404 : 200);
        const policy = headers.get('content-security-policy');
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toMatch(/script-src|unsafe/);
        expect(headers.get('referrer-policy')).toBe('no-referrer');
        expect(text).not.toMatch(/<script|<style|style="/);
      }
    });

    /** Status and text of the answer to a request that names this host. */
    async function askAs(host: string, path: string) {
      const { port } = new URL(client().url);
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      request({ host: '127.0.0.1', port, path, headers: { host } }, resolve).on('error', reject).end();
      const response = await promise;
      return { status: response.statusCode, text: (await buffer(response)).toString() };
    }

    test.each([
      '/mailbox.json',
      '/mailbox',
      '/control/faults',
      '/identity/.well-known/openid-configuration',
      '/identity/jwks',
      '/openapi.json',
      '/api/hubs',
    ])('does not answer %s under a foreign host name', async (path) => {
      expect((await askAs('elsewhere.example:4100', path)).status).toBe(421);
    });

    test.each(['127.0.0.1:1', 'localhost:1'])('names its own addresses in the discovery, also to %s', async (host) => {
      const { status, text } = await askAs(host, '/identity/.well-known/openid-configuration');
      expect([status, text]).toEqual([200, expect.not.stringContaining(host)]);
      expect(JSON.parse(text)).toMatchObject({ token_endpoint: `${client().url}/identity/token` });
    });
  });
}
