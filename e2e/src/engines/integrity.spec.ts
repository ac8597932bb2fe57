import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './test.ts';

declare global {
  interface Window {
    altered?: true;
  }
}

/** Somebody between the portal and the browser, who adds a line to every script of a remote. */
async function alterScripts(portal: string, remote: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    void fetch(portal + (request.url ?? '/')).then(async (answer) => {
      const body = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get('content-type') ?? '';
      const isScript = (request.url ?? '').startsWith(`/assets/${remote}/`) && type.includes('javascript');
      const policy = answer.headers.get('content-security-policy');
      response.writeHead(answer.status, { 'content-type': type, ...(policy && { 'content-security-policy': policy }) });
      response.end(isScript ? `${body.toString()}\n;globalThis.altered=true;` : body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // An address always, because the server listens on a port.
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('an altered script of a remote does not run; the page says that this part is not available', async ({
  visitor,
  portal,
}) => {
  const attacker = await alterScripts(portal.url, 'mfe-legal');
  const tab = await visitor.at(attacker.url).opens('/terms?locale=en');
  await tab.reads('This part of the portal is not available right now');
  expect(await tab.tab.evaluate(() => window.altered)).toBeFalsy();
  attacker.stop();
});
