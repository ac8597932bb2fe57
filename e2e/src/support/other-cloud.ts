import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '@portal/node-kit/listen';

/** An answer of one of its servers. */
interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** A request, as far as this cloud reads it. */
interface Asked {
  readonly method: string;
  /** Below the base of the server's addresses. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly token: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Domain of the token cookies, which portal and API share. */
const COOKIE_DOMAIN = 'bikes.localhost';
/** Hosts and paths that have nothing in common with those of the development backend. */
const BASES = {
  api: 'http://api.bikes.localhost:PORT/customers/v2/',
  identity: 'http://sign-in.people.localhost:PORT/realms/riders/',
  documents: 'http://papers.archive.localhost:PORT/shelf/',
} as const;
type Place = keyof typeof BASES;

const sent = (body: unknown): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const to = (address: string | URL, headers: Reply['headers'] = {}): Reply => ({
  status: 302,
  headers: { location: String(address), ...headers },
});
const DONE: Reply = { status: 204 };

async function readRequest(request: IncomingMessage, base: string): Promise<Asked> {
  const url = new URL(request.url ?? '', base);
  const isRead = request.method === 'GET' || request.headers['content-type'] === undefined;
  return {
    method: request.method ?? '',
    path: url.href.startsWith(base) ? url.pathname.slice(new URL(base).pathname.length) : url.pathname,
    query: url.searchParams,
    token: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1],
    body: isRead ? {} : ((await json(request)) as Asked['body']),
  };
}

function reply(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(body);
}

/**
 * Another API than the development backend, with an identity provider and documents on hosts of their own: as little as
 * the portal needs, written after docs/operating.md. Its tokens are random texts, and most of its answers are empty.
 * One person has an account.
 */
export class OtherCloud {
  readonly person = { firstname: 'Robin', lastname: null as unknown, country: null as unknown };
  readonly hubs = [
    {
      serial: '00417',
      partNumber: 'R-7',
      type: 'TRACKER',
      role: 'owner',
      sharingMode: 'off',
      activationTime: 1_760_000_000,
    },
  ];
  /** The calls that it has answered, as "GET hubs". */
  readonly calls: string[] = [];
  /** What the identity provider was given at its logout. */
  signedOutWith: string | null = null;
  readonly #portal: string;
  readonly #pdf: Uint8Array;
  readonly #bases = new Map<Place, string>();
  readonly #stops: (() => Promise<void>)[] = [];
  #tokens = { access_token: '', refresh_token: '', id_token: '' };

  private constructor(portal: string, pdf: Uint8Array) {
    this.#portal = portal;
    this.#pdf = pdf;
  }

  /** `portal`: the origin of the only portal that it knows; `pdf`: its document. */
  static async start(portal: string, pdf: Uint8Array): Promise<OtherCloud> {
    const cloud = new OtherCloud(portal, pdf);
    await cloud.#listen('api', (asked) => cloud.#answerCall(asked));
    await cloud.#listen('identity', (asked) => cloud.#identify(asked));
    await cloud.#listen('documents', () => ({
      status: 200,
      headers: { 'content-type': 'application/pdf', 'access-control-allow-origin': portal },
      body: cloud.#pdf,
    }));
    return cloud;
  }

  /** All that the portal is told about it. */
  get config(): object {
    return {
      apiBaseUrl: this.at('api'),
      identityLogoutUrl: `${this.at('identity')}logout`,
      cookieDomain: COOKIE_DOMAIN,
      features: { singleSignOn: true },
      documentOrigins: [new URL(this.at('documents')).origin],
      links: { identityManagement: `${this.at('identity')}me` },
    };
  }

  at(place: Place): string {
    return this.#bases.get(place) ?? '';
  }

  /** From now on the access token is refused, until the portal refreshes it. */
  endAccessToken(): void {
    this.#tokens = { ...this.#tokens, access_token: randomUUID() };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
  }

  async #listen(place: Place, answer: (asked: Asked) => Reply): Promise<void> {
    const handler: RequestListener = (request, response) => {
      if (place === 'api')
        for (const [name, value] of Object.entries(this.#corsHeaders())) response.setHeader(name, value);
      readRequest(request, this.at(place)).then(
        (asked) => reply(response, asked.method === 'OPTIONS' ? DONE : answer(asked)),
        () => response.destroy(),
      );
    };
    const { port, close } = await listen(handler, { port: 0, host: 'localhost', variable: 'PORT' });
    this.#bases.set(place, BASES[place].replace('PORT', String(port)));
    this.#stops.push(close);
  }

  #corsHeaders(): Readonly<Record<string, string>> {
    return {
      'access-control-allow-origin': this.#portal,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, PUT, POST, DELETE',
      'access-control-allow-headers': 'authorization, content-type',
    };
  }

  #newTokens() {
    this.#tokens = { access_token: randomUUID(), refresh_token: randomUUID(), id_token: randomUUID() };
    return this.#tokens;
  }

  #answerCall(asked: Asked): Reply {
    const call = `${asked.method} ${asked.path}`;
    this.calls.push(call);
    if (call === 'GET user/weblogin/') return this.#startSignIn(asked.query);
    if (call === 'GET user/back') return this.#endSignIn(asked.query);
    if (call === 'GET service-description/url') return sent({ url: `${this.at('documents')}service.pdf` });
    if (call === 'POST user/getTokens') {
      const isKnown = asked.body['refreshToken'] === this.#tokens.refresh_token;
      return isKnown ? sent(this.#newTokens()) : { status: 401 };
    }
    if (asked.token === undefined || asked.token !== this.#tokens.access_token) return { status: 401 };
    return this.#answerSignedIn(call, asked);
  }

  #answerSignedIn(call: string, { body }: Asked): Reply {
    switch (call) {
      case 'GET account/':
        return sent({
          data: {
            ...this.person,
            email: 'robin@people.example',
            roles: [],
            isBosch: true,
            language: 'en',
            lastSeen: null,
            club: 7,
          },
        });
      case 'GET hubs':
        return sent({ data: this.hubs, code: 1 });
      case 'GET hc-terms-and-conditions/all':
        return sent({ data: [{ countryCode: 'nz', countryName: 'New Zealand' }] });
      case 'PUT account/general':
        Object.assign(this.person, body);
        return sent({ data: true });
      case 'PUT account/country':
        Object.assign(this.person, body);
        return sent({ code: 3_000_012 });
      case 'PUT hubs/00417+R-7/settings':
        Object.assign(this.hubs[0] ?? {}, body);
        return DONE;
      case 'PUT account/lastseen':
      case 'GET account/logout':
        return DONE;
      default:
        return { status: 404 };
    }
  }

  #startSignIn(query: URLSearchParams): Reply {
    const address = new URL('authorize', this.at('identity'));
    address.searchParams.set('back', `${this.at('api')}user/back`);
    address.searchParams.set('state', query.get('returnTo') ?? '');
    return to(address);
  }

  #endSignIn(query: URLSearchParams): Reply {
    const { access_token: access, refresh_token: refresh } = this.#newTokens();
    const attributes = `Domain=${COOKIE_DOMAIN}; Path=/; SameSite=Lax; Max-Age=172800`;
    return to(query.get('state') ?? this.#portal, {
      'set-cookie': [`access_token=${access}; ${attributes}`, `refresh_token=${refresh}; ${attributes}`],
    });
  }

  #identify({ path, query }: Asked): Reply {
    if (path === 'logout') {
      this.signedOutWith = query.get('id_token_hint');
      return to(query.get('post_logout_redirect_uri') ?? '');
    }
    const back = new URL(query.get('back') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    const link = `<a href="${back.href.replaceAll('&', '&amp;')}">Continue as Robin</a>`;
    return {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<!doctype html><title>Riders</title>${link}`,
    };
  }

  /** Whether this is the ID token of the last refresh. */
  isLastIdToken(token: string | null): boolean {
    return token === this.#tokens.id_token;
  }
}
