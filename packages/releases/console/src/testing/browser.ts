import { cookiesSetBy } from '@portal/node-kit/testing';

/** A response as a browser gets it. */
export interface Visit {
  readonly status: number;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
}

const MAX_REDIRECTS = 8;

/** For tests: a browser without scripts, for one host. Keeps cookies and follows redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Sends one request. Follows no redirect. */
  async request(path: string, init: RequestInit = {}): Promise<Visit> {
    const url = new URL(path, this.origin);
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = {
      ...(url.origin === this.origin ? { cookie } : {}),
      ...Object.fromEntries(new Headers(init.headers)),
    };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const { name, value = '', maxAge } of cookiesSetBy(response)) {
      if (value === '' || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, url, headers: response.headers, text: await response.text() };
  }

  /** Opens an address and follows redirects. */
  async open(path: string, init?: RequestInit): Promise<Visit> {
    let visit = await this.request(path, init);
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      const location = visit.headers.get('location');
      if (location === null) return visit;
      visit = await this.request(new URL(location, visit.url).href);
    }
    throw new Error(`More than ${String(MAX_REDIRECTS)} redirects, the last one to ${visit.url.href}`);
  }

  /** Submits the form with this `action`: its hidden fields and the `filled` ones. */
  async submit(page: Visit, action: string, filled: Readonly<Record<string, string>> = {}): Promise<Visit> {
    return await this.post(action, { ...hiddenFields(page, action), ...filled });
  }

  async post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Visit> {
    return await this.open(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: this.origin, 'sec-fetch-site': 'same-origin', ...headers },
    });
  }
}

/** The hidden fields of the form with this `action`. */
export function hiddenFields({ text }: Visit, action: string): Record<string, string> {
  const forms = text.split('<form').filter((part) => part.includes(`action="${action}"`));
  // Rather one to fill in than a mere button.
  const form = forms.find((part) => part.split('</form>')[0]?.includes('<label')) ?? forms[0];
  if (form === undefined) throw new Error(`The page has no form with the action ${action}:\n${text}`);
  const inputs = form.split('</form>')[0]?.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g) ?? [];
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

/** The page's text, without tags and with single spaces. */
export function visibleText({ text }: Visit): string {
  const [, body = text] = text.split('</head>');
  return unescaped(body.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
