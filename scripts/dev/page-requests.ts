import { isAbsolute, join, relative } from 'node:path';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { parseInput } from '@portal/contract/parse';
import { EDITOR_PATH, ERRORS_PATH, EVENTS_PATH, PageErrorSchema, PlaceSchema } from '@portal/federation/development';
import type { Place } from '@portal/federation/development';
import launchEditor from 'launch-editor';
import type { DevelopmentPortal } from './development-portal.ts';
import { openTo, overrideRequests } from './overrides.ts';
import { describe } from './problems.ts';

interface PageRequestOptions {
  /** Folder of the repository. */
  readonly root: string;
  readonly print: (line: string) => void;
  /** Origin of the portal whose pages may take parts from here (docs/web-server.md#overrides); undefined for none. */
  readonly overriddenPortal?: string | undefined;
}

/** Opens a place in the editor that runs, or that LAUNCH_EDITOR names; nothing outside the repository. */
function openPlace({ root, print }: PageRequestOptions, { file, line, column }: Place): void {
  const path = join(root, file);
  const inside = relative(root, path);
  if (inside.startsWith('..') || isAbsolute(inside)) throw new Error(`${file} is not in the repository`);
  launchEditor(`${path}:${line}:${column}`, () => {
    print(`No editor opened ${file}: name its command in LAUNCH_EDITOR, such as LAUNCH_EDITOR=code.`);
  });
}

/** Answers what a page posts, of this portal or of the overridden one: no other site may print here, or open files. */
function posted({ overriddenPortal }: PageRequestOptions, answer: (body: unknown) => unknown): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const refuse = () => response.writeHead(400, { 'content-type': 'text/plain' }).end('Refused\n');
    const { 'sec-fetch-site': site, origin } = request.headers;
    const isKnown = site === 'same-origin' || (overriddenPortal !== undefined && origin === overriddenPortal);
    if (request.method !== 'POST' || !isKnown) {
      refuse();
      return;
    }
    json(request)
      .then((body) => {
        const text = JSON.stringify(answer(body) ?? null);
        response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(text);
      })
      .catch(refuse);
  };
}

/** In place of any page while no shell can be released: why, until there is one. */
function explainNoPage(portal: DevelopmentPortal): RequestListener {
  return (_request, response) => {
    const text = portal.problems().map(describe).join('\n\n');
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', refresh: '1' };
    response.writeHead(503, headers).end(text === '' ? 'The portal is being built.\n' : `${text}\n`);
  };
}

/** The listener of a path that only the development server has. */
export function pageRequests(
  portal: DevelopmentPortal,
  options: PageRequestOptions,
): (pathname: string) => RequestListener | undefined {
  const listeners = new Map<string, RequestListener>([
    [EVENTS_PATH, portal.listen],
    [ERRORS_PATH, posted(options, (body) => portal.reportError(parseInput('the error', PageErrorSchema, body)))],
    [EDITOR_PATH, posted(options, (body) => openPlace(options, parseInput('the place', PlaceSchema, body)))],
  ]);
  const noPage = explainNoPage(portal);
  const { overriddenPortal } = options;
  const forOthers = overriddenPortal === undefined ? undefined : overrideRequests(portal);
  return (pathname) => {
    const listener = listeners.get(pathname) ?? forOthers?.(pathname) ?? portal.builds.listener(pathname);
    if (listener) return overriddenPortal === undefined ? listener : openTo(overriddenPortal, listener);
    return portal.builds.hasRelease ? undefined : noPage;
  };
}
