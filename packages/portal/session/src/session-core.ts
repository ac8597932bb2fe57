import type { User } from '@portal/contract/user';
import { createStore } from 'zustand/vanilla';
import { isRefusedRefresh, isUnauthenticated, lateAnswer } from './call-error.ts';
import type { SessionEnvironment } from './environment.ts';
import { signOut } from './sign-out.ts';
import { isEndMessage } from './state.ts';
import type { EndReason, SessionState } from './state.ts';
import { TabLock } from './tab-lock.ts';
import { LostCookieError, tokenCookies } from './tokens.ts';
import type { TokenCookies, Tokens } from './tokens.ts';

/** Options of a session. Both calls reject with a `CallError`. */
export interface SessionOptions {
  /** Domain of the token cookies; null keeps them on this host. */
  readonly cookieDomain: string | null;
  /** The portal's paths; another host of the parent domain may have set token cookies for one of them. */
  readonly paths?: readonly string[] | (() => readonly string[]);
  requestTokens(refreshToken: string): Promise<Tokens>;
  loadAccount(): Promise<User>;
  /** The user has logged out, in this tab (`isHere`) or in another one. */
  onLogOut?(isHere: boolean): void;
  /** Whether two addresses are those of one person; without it, only equal ones are. Never asked about an empty one. */
  isSamePerson?(one: string, other: string): boolean;
  readonly environment: SessionEnvironment;
}

/** The session without React: who is signed in, and with which tokens (specification, sections 4 and 7). */
export interface Session {
  getState(): SessionState;
  /** Calls `listener` after each change of the state. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /**
   * Asks the API who is signed in; only a 401 ends the session. Never rejects: a failure becomes a state. Simultaneous
   * checks share one request.
   */
  check(): Promise<SessionState>;
  /**
   * The same with a request of its own: that of a check under way may be from before the browser kept the page in
   * memory.
   */
  checkAnew(): Promise<SessionState>;
  accessToken(): string | undefined;
  /** Ends a session whose tokens have several cookies on this page. True if it did. */
  endIfAmbiguous(): boolean;
  /**
   * Changes when the session ends, and when a check finds another user: earlier calls then belong to another session.
   */
  generation(): number;
  /**
   * Whether the session is still the one of `generation`. Tokens that this tab has not seen yet may be those of another
   * user, who has signed in in another tab: the API is asked whose they are.
   */
  isStill(generation: number): Promise<boolean>;
  /**
   * A new access token after the API refused `rejectedToken`, which was read in `generation`; undefined if that session
   * is over, even if another one has begun. All calls in all tabs share one request, but for one that `cannotWait` for
   * the others. Rejects with the cause if the refresh failed for another reason. The token may be that of another user:
   * ask `isStill`.
   */
  refresh(rejectedToken: string | undefined, generation: number, cannotWait?: boolean): Promise<string | undefined>;
  /** Ends the session. Unless `reason` is `trouble`, deletes the tokens and ends it in all other tabs, too. */
  end(reason: EndReason): void;
  /**
   * Logs out: at the API by `logOut`, then here and in all tabs, even if a step fails. Resolves with the id token for
   * the identity provider's logout address, or undefined if there is none.
   */
  signOut(logOut: () => Promise<void>): Promise<string | undefined>;
  /** Reports that the account is deleted: any end of this session now counts as a log-out. */
  accountDeleted(): void;
  /** Reports a deletion of the account without an answer: if this session ends now, nobody knows why. */
  deletionUnanswered(): void;
  clearTokens(): void;
}

/** How often in a row the API is asked whose the tokens are, while they change. */
const MOST_CHECKS = 3;

const CHECKING: SessionState = { status: 'checking' };

interface Started extends SessionOptions {
  readonly tokens: TokenCookies;
  readonly lock: TabLock;
  stopListening(): void;
}

interface Refresh {
  readonly rejectedToken: string | undefined;
  readonly generation: number;
  readonly answer: Promise<string | undefined>;
}

/** One session; the portal has a single one, see session.ts. */
export class SessionCore implements Session {
  readonly store = createStore<SessionState>(() => CHECKING);
  #started: Started | undefined;
  #check: Promise<SessionState> | undefined;
  #refresh: Refresh | undefined;
  /** An answer is ignored if this has changed since its request. */
  #generation = 0;
  /** The access token that is known to be the user's. */
  #ownToken: string | undefined;
  /** The access token that this tab has replaced last. */
  #renewal: { readonly from: string | undefined; readonly to: string } | undefined;
  /** The generation whose account is deleted. */
  #deleted: number | undefined;
  /** The generation whose account may be deleted. */
  #perhapsDeleted: number | undefined;

  /** A second start replaces the first. */
  start(options: SessionOptions): void {
    this.#started?.stopListening();
    this.#started?.lock.stopListening();
    this.#check = undefined;
    this.#refresh = undefined;
    this.#deleted = undefined;
    this.#perhapsDeleted = undefined;
    this.#started = {
      ...options,
      tokens: tokenCookies(options.environment.cookies, options.cookieDomain, options.paths),
      lock: new TabLock(options.environment),
      stopListening: options.environment.channel.listen((message) => {
        if (!isEndMessage(message)) return;
        const reason = this.#reasonNow(message.reason);
        if (reason === 'signed-out') options.onLogOut?.(false);
        this.#leave(reason);
      }),
    };
    this.store.setState(CHECKING, true);
  }

  getState(): SessionState {
    return this.store.getState();
  }

  subscribe(listener: () => void): () => void {
    return this.store.subscribe(listener);
  }

  check(): Promise<SessionState> {
    if (this.#check) return this.#check;
    const check = this.#runCheck().finally(() => {
      if (this.#check === check) this.#check = undefined;
    });
    this.#check = check;
    return check;
  }

  checkAnew(): Promise<SessionState> {
    this.#check = undefined;
    return this.check();
  }

  accessToken(): string | undefined {
    return this.#parts().tokens.accessToken();
  }

  endIfAmbiguous(): boolean {
    if (!this.#parts().tokens.areAmbiguous()) return false;
    this.end('ambiguous');
    return true;
  }

  generation(): number {
    return this.#generation;
  }

  async isStill(generation: number): Promise<boolean> {
    for (let checks = 0; generation === this.#generation && this.getState().status === 'authenticated'; checks += 1) {
      if (this.accessToken() === this.#ownToken) return true;
      if (checks < MOST_CHECKS) await this.check();
      else {
        console.warn(`The access token has changed during each of ${MOST_CHECKS} checks.`);
        this.end('trouble');
      }
    }
    return generation === this.#generation;
  }

  refresh(rejectedToken: string | undefined, generation: number, cannotWait = false): Promise<string | undefined> {
    if (cannotWait) return this.#refreshInTurn(rejectedToken, generation);
    const underWay = this.#refresh;
    if (underWay?.rejectedToken === rejectedToken && underWay?.generation === generation) return underWay.answer;
    const answer = this.#parts()
      .lock.run(() => this.#refreshInTurn(rejectedToken, generation))
      .finally(() => {
        if (this.#refresh === refresh) this.#refresh = undefined;
      });
    const refresh: Refresh = { rejectedToken, generation, answer };
    this.#refresh = refresh;
    return answer;
  }

  end(cause: EndReason): void {
    const reason = this.#reasonNow(cause);
    if (reason !== 'trouble') {
      this.clearTokens();
      this.#parts().environment.channel.post({ type: 'end', reason: reason === 'signed-out' ? reason : 'ended' });
    }
    if (reason === 'signed-out') this.#parts().onLogOut?.(true);
    this.#leave(reason);
  }

  signOut(logOut: () => Promise<void>): Promise<string | undefined> {
    const { tokens, requestTokens } = this.#parts();
    return signOut({ tokens, requestTokens, logOut, end: () => this.end('signed-out') });
  }

  accountDeleted(): void {
    this.#deleted = this.#generation;
  }

  deletionUnanswered(): void {
    this.#perhapsDeleted = this.#generation;
  }

  clearTokens(): void {
    this.#parts().tokens.clear();
  }

  #parts(): Started {
    if (!this.#started) throw new Error('The session has not been started');
    return this.#started;
  }

  #reasonNow(reason: EndReason): EndReason {
    if (this.#deleted === this.#generation) return 'signed-out';
    return reason === 'ended' && this.#perhapsDeleted === this.#generation ? 'deletion-unknown' : reason;
  }

  #leave(reason: EndReason): void {
    this.#generation += 1;
    this.#check = undefined;
    this.store.setState({ status: 'unauthenticated', reason }, true);
  }

  /** `again`: whether it may be repeated once. */
  async #runCheck(again = true): Promise<SessionState> {
    const { tokens, loadAccount } = this.#parts();
    if (this.endIfAmbiguous()) return this.getState();
    const before = this.getState();
    if (tokens.accessToken() === undefined && tokens.refreshToken() === undefined) {
      if (before.status === 'authenticated') this.end('ended');
      else if (before.status === 'checking' || before.reason === 'trouble') this.#leave('signed-out');
      return this.getState();
    }
    if (before.status === 'unauthenticated') this.store.setState(CHECKING, true);
    const generation = this.#generation;
    const asked = tokens.accessToken();
    try {
      const user = await loadAccount();
      if (generation === this.#generation) {
        const now = tokens.accessToken();
        const isOwn = now === this.#ownToken;
        this.#ownToken = this.#renewal?.from === asked && this.#renewal?.to === now ? now : asked;
        // Another user may have signed in meanwhile, in another tab.
        if (before.status === 'authenticated' && !this.#isSamePerson(before.user, user, isOwn)) this.#generation += 1;
        this.store.setState({ status: 'authenticated', user }, true);
      }
    } catch (error) {
      if (generation === this.#generation) {
        this.end(isUnauthenticated(error) ? 'ended' : 'trouble');
        this.#checkWithLateAnswer(error);
      }
      // Another check goes on with the session that has replaced the one of the failed request.
      else if (again && this.getState().status !== 'unauthenticated') return this.#runCheck(false);
    }
    return this.getState();
  }

  /** `hasOwnTokens`: whether this tab has kept or renewed its tokens. */
  #isSamePerson({ email: one }: User, { email: other }: User, hasOwnTokens: boolean): boolean {
    if (one === '' || other === '') return hasOwnTokens;
    return this.#parts().isSamePerson?.(one, other) ?? one === other;
  }

  /** Checks again if the answer that the check did not wait for comes while the trouble lasts. */
  #checkWithLateAnswer(error: unknown): void {
    const generation = this.#generation;
    const check = () => {
      if (generation === this.#generation) void this.check();
    };
    lateAnswer(error)?.then(check, () => undefined);
  }

  /**
   * Usually runs in one tab at a time. Uses tokens that another call or tab has fetched meanwhile instead of fetching
   * new ones.
   */
  async #refreshInTurn(rejectedToken: string | undefined, generation: number): Promise<string | undefined> {
    if (generation !== this.#generation) return undefined;
    const { tokens, requestTokens } = this.#parts();
    const found = tokens.accessToken();
    if (found !== undefined && found !== rejectedToken) return found;
    const refreshToken = tokens.refreshToken();
    if (refreshToken === undefined) {
      if (this.getState().status !== 'unauthenticated') this.end('ended');
      return undefined;
    }
    // Other tokens come from another sign-in, or from a tab that took the lock over while this one was suspended.
    const isUnchanged = () => tokens.accessToken() === found && tokens.refreshToken() === refreshToken;
    try {
      const fresh = await requestTokens(refreshToken);
      // Also after trouble: the old refresh token is used up.
      if (isUnchanged()) {
        tokens.write(fresh);
        this.#renewal = { from: found, to: fresh.accessToken };
        if (found === this.#ownToken) this.#ownToken = fresh.accessToken;
      }
    } catch (error) {
      const isLost = error instanceof LostCookieError;
      if (isLost) console.warn(error.message);
      if (generation === this.#generation && (isLost || isUnchanged())) {
        const refused = isRefusedRefresh(error);
        this.end(refused ? 'ended' : 'trouble');
        if (refused) return undefined;
        throw error;
      }
    }
    return generation === this.#generation ? tokens.accessToken() : undefined;
  }
}
