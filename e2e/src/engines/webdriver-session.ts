/** A refused WebDriver command; its message has WebDriver's own words. */
class WebDriverError extends Error {}

/** A command that got no answer within its limit, or whose connection failed. */
export class NoAnswerError extends Error {}

/** Longer than any page takes; a command that hangs must not use up the test's time, and is named. */
const COMMAND_LIMIT_MS = 40_000;

type Method = 'GET' | 'POST' | 'DELETE';

/** Sends a WebDriver command (https://www.w3.org/TR/webdriver2/) and returns the value of its answer. */
export async function command(
  url: string,
  method: Method,
  body?: object,
  limitMs = COMMAND_LIMIT_MS,
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(limitMs),
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  }).catch((error: unknown) => {
    throw new NoAnswerError(`${method} ${new URL(url).pathname} ${JSON.stringify(body)} has no answer`, {
      cause: error,
    });
  });
  // The answer's shape is WebDriver's; this is a test's own driver on this machine.
  const { value } = (await answer.json()) as { readonly value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new WebDriverError(`${error}: ${message}`);
}

/** The open session of a driver. Commands of several tabs run one after the other, each in its own window. */
export class WebDriverSession {
  readonly #url: string;
  #window: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(url: string) {
    this.#url = url;
  }

  /** Throws {@link NoAnswerError} if no browser has started within the limit, in milliseconds. */
  static async open(driver: string, capabilities: object, limitMs: number): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const opened = await command(`${driver}/session`, 'POST', body, limitMs);
    return new WebDriverSession(`${driver}/session/${(opened as { readonly sessionId: string }).sessionId}`);
  }

  /** Sends a command of the session. */
  async send(method: Method, path: string, body?: object): Promise<unknown> {
    return await command(`${this.#url}/${path}`, method, body);
  }

  /** Runs commands in a window, when the commands before have ended. */
  async inWindow<Result>(handle: string, run: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(async () => {
      if (this.#window !== handle) await this.send('POST', 'window', { handle });
      this.#window = handle;
      return await run();
    });
    this.#last = done.catch(() => {});
    return await done;
  }

  async end(): Promise<void> {
    await command(this.#url, 'DELETE');
  }
}
