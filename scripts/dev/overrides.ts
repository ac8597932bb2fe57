import type { RequestListener, ServerResponse } from 'node:http';
import { overrideAddress, readOverrideAddress } from '@portal/contract/override-address';
import { buildPageScript, PAGE_PATH } from '@portal/federation/development';
import type { DevelopmentPortal } from './development-portal.ts';

/** Any origin: only the path counts. */
const HERE = 'http://localhost';

function sendScript(response: ServerResponse, text: string): void {
  response
    .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${text}\n`);
}

/** The script of development pages, for pages of another origin. */
const answerPageScript: RequestListener = (_request, response) => {
  buildPageScript().then(
    (script) => sendScript(response, `window.__developmentServer = new URL(import.meta.url).origin;\n${script}`),
    (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
  );
};

/** The entry of a part's latest build in the place of a released one; nothing for a part that is not built here. */
function answerEntry({ builds }: DevelopmentPortal): RequestListener {
  return ({ url = '' }, response) => {
    const { part = '', version = '' } = readOverrideAddress(new URL(url, HERE)) ?? {};
    const build = builds.latest(part);
    if (!build || build.hash === '') {
      response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found\n');
      return;
    }
    const { entry, styles, files } = build.manifest;
    const address = (file: string) => `/assets/${part}/${file}`;
    const expected = {
      version,
      styles: styles.map((file) => ({ url: address(file), integrity: files[file]?.integrity ?? '' })),
    };
    sendScript(
      response,
      `import ${JSON.stringify(PAGE_PATH)};\nimport * as container from ${JSON.stringify(address(entry))};\n` +
        `export const { init, get } = window.__developmentPage.asReleased(container, ${JSON.stringify(expected)});`,
    );
  };
}

/** What pages of a released portal take from here in the place of a released part, by path. */
export function overrideRequests(portal: DevelopmentPortal): (pathname: string) => RequestListener | undefined {
  const entry = answerEntry(portal);
  const [folder = ''] = new URL(overrideAddress(HERE, { part: 'x', version: '1.0.0' })).pathname.split('x.js');
  return (pathname) => {
    if (pathname === PAGE_PATH) return answerPageScript;
    return pathname.startsWith(folder) ? entry : undefined;
  };
}

/** Lets pages of an origin read what a listener answers. */
export function openTo(origin: string, listener: RequestListener): RequestListener {
  return (request, response) => {
    response.setHeader('vary', 'origin');
    if (request.headers.origin === origin) response.setHeader('access-control-allow-origin', origin);
    listener(request, response);
  };
}
