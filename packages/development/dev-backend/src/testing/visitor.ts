import { cookiesSetBy } from '@portal/node-kit/testing';

/** A page or call as a visitor's browser sees it. */
export interface Visit {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Request {
  readonly method?: string;
  readonly form?: Readonly<Record<string, string>>;
}

const MAX_REDIRECTS = 12;

/** A browser without script: keeps cookies by host and path, follows redirects as far as the backend's own pages go. */
export class Visitor {
  readonly #cookies = new Map<
    string,
    { readonly name: string; readonly value: string; readonly host: string; readonly path: string }
  >();

  /** Headers of all requests, such as `accept-language`. */
  readonly #headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#headers = headers;
  }

  /** Sets a cookie of the portal on this host. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(`localhost / ${name}`, { name, value, host: 'localhost', path: '/' });
  }

  /** The value of a cookie that `host` would receive. */
  cookie(name: string, host = 'localhost'): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name && cookie.host === host)?.value;
  }

  #header({ hostname, pathname }: URL): string {
    return [...this.#cookies.values()]
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keep(url: URL, response: Response): void {
    for (const { name, value = '', path = '/' } of cookiesSetBy(response)) {
      const key = `${url.hostname} ${path} ${name}`;
      if (value === '') this.#cookies.delete(key);
      else this.#cookies.set(key, { name, value, host: url.hostname, path });
    }
  }

  /** One request, no redirect followed. */
  async request(address: URL | string, { method = 'GET', form }: Request = {}): Promise<Visit> {
    const url = new URL(address);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { ...this.#headers, cookie: this.#header(url) },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    this.#keep(url, response);
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  }

  /**
   * Goes to `address` and follows redirects until a page, or until one leads to the portal (port 80 of a host, in
   * tests).
   */
  async goTo(address: URL | string, request: Request = {}): Promise<Visit> {
    let visit = await this.request(address, request);
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      const location = visit.headers.get('location');
      if (location === null) return visit;
      const next = new URL(location, visit.url);
      if (next.port !== visit.url.port) return { ...visit, url: next };
      visit = await this.request(next);
    }
    throw new Error(`More than ${MAX_REDIRECTS} redirects, at last to ${visit.url.href}`);
  }

  /** Sends the form on a page, with its hidden fields. */
  async submit(page: Visit, fields: Readonly<Record<string, string>> = {}): Promise<Visit> {
    const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`There is no form on ${page.url.href}`);
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const form = { ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])), ...fields };
    return this.goTo(new URL(action, page.url), { method: 'POST', form });
  }
}
