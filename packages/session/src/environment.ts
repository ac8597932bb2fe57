/** `document.cookie`, as a port. */
export interface CookieJar {
  /** Whether the page came over https, so that its cookies must be `Secure`. */
  readonly secure: boolean;
  /** All cookies, as "name=value; name=value". */
  read(): string;
  /** Sets one cookie, given with its attributes. */
  write(cookie: string): void;
}

/** Mutual exclusion between all tabs of this origin. */
export interface TabLocks {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Messages to the other tabs of this origin. */
export interface TabChannel {
  post(message: unknown): void;
  /** Hears what other tabs post; the function it returns stops that. */
  listen(listener: (message: unknown) => void): () => void;
}

/** What the session needs of the browser. */
export interface SessionEnvironment {
  readonly cookies: CookieJar;
  readonly locks: TabLocks;
  readonly channel: TabChannel;
}
