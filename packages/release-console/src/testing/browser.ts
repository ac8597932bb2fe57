import { cookiesSetBy } from '@portal/node-kit/testing';

/** A page as a manager's browser sees it. */
export interface Visit {
  readonly status: number;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
}

const MOST_REDIRECTS = 8;

/** A browser without script and with one host: keeps cookies and follows redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** One request, no redirect followed. */
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

  /** Goes to an address and follows redirects. */
  async open(path: string, init?: RequestInit): Promise<Visit> {
    let visit = await this.request(path, init);
    for (let count = 0; count < MOST_REDIRECTS; count += 1) {
      const location = visit.headers.get('location');
      if (location === null) return visit;
      visit = await this.request(new URL(location, visit.url).href);
    }
    throw new Error(`More than ${String(MOST_REDIRECTS)} redirects, at last to ${visit.url.href}`);
  }

  /** Sends the form of a page that goes to `action`: its hidden fields, and those that are filled in. */
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

/** The hidden fields of the form of a page that goes to `action`. */
export function hiddenFields({ text }: Visit, action: string): Record<string, string> {
  const form = text.split('<form').find((part) => part.includes(`action="${action}"`));
  if (form === undefined) throw new Error(`There is no form to ${action} on the page:\n${text}`);
  const inputs = form.split('</form>')[0]?.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g) ?? [];
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

/** The text that people read, without tags, with single spaces. */
export function wordsOf({ text }: Visit): string {
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
