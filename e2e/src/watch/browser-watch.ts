import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';
import { TokenFinder } from './leaks.ts';
import type { SentRequest } from './leaks.ts';

/** What Chromium writes to the console when a page breaks its Content Security Policy. */
const VIOLATION = /Content Security Policy|Trusted ?(Type|HTML|Script)/i;

function sentBy(request: Request): SentRequest {
  return { method: request.method(), url: request.url(), headers: request.headers(), body: request.postData() };
}

/** Follows all pages of a Playwright browser: tokens that leave where none may, and policies that a page breaks. */
export class BrowserWatch {
  readonly #finder = new TokenFinder();
  #requests: SentRequest[] = [];
  #violations: string[] = [];

  follow(context: BrowserContext): void {
    context.on('request', (request) => this.#record(request));
    context.on('console', (message) => this.#read(message));
    // Chromium's reason for a script that has no hash, which breaks the Integrity-Policy. A wrong hash has another one.
    context.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'integrity')
        this.#violations.push(`a page breaks its policy: it loads ${request.url().split('?')[0] ?? ''} without a hash`);
    });
  }

  /** What has been found since the last call. */
  take(): readonly string[] {
    // Only now, because refresh tokens may be known later than the request that leaks them.
    const leaks = this.#requests.flatMap((request) => this.#finder.leaksIn(request));
    const found = [...leaks, ...this.#violations];
    this.#requests = [];
    this.#violations = [];
    return found;
  }

  #record(request: Request): void {
    const sent = sentBy(request);
    this.#requests.push(sent);
    this.#finder.learnFrom(sent);
    if (!request.isNavigationRequest()) return;
    // With the cookies; a page may be closed before they are known.
    request.allHeaders().then(
      (headers) => this.#finder.learnFrom({ ...sent, headers }),
      () => undefined,
    );
  }

  #read(message: ConsoleMessage): void {
    const { url } = message.location();
    if (message.type() === 'error' && VIOLATION.test(message.text()))
      this.#violations.push(`a page breaks its policy (${url.split('?')[0] ?? ''}): ${message.text()}`);
  }
}
