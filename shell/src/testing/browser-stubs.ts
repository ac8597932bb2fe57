class StubRequest {
  readonly method = 'GET';
  readonly url: string;
  readonly signal: AbortSignal | null | undefined;

  constructor(url: string, init?: RequestInit) {
    this.url = url;
    this.signal = init?.signal;
  }
}

class StubResponse {
  readonly body = null;
  readonly status: number;
  readonly statusText = '';
  readonly headers: Headers;

  constructor(_body: null, init?: ResponseInit) {
    this.status = init?.status ?? 200;
    this.headers = new Headers(init?.headers);
  }
}

class StubResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Adds the browser features that the frame needs and jsdom lacks. */
export function stubBrowser(): void {
  Object.assign(globalThis, { Request: StubRequest, Response: StubResponse, ResizeObserver: StubResizeObserver });
  Object.assign(window, { scrollTo: () => undefined });
  Object.assign(HTMLElement.prototype, { hidePopover: () => undefined });
}
