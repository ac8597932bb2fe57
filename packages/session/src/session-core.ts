import type { User } from '@portal/contract/user';
import { createStore } from 'zustand/vanilla';
import type { SessionEnvironment } from './environment.ts';
import { signOut } from './sign-out.ts';
import { isEndMessage, isRefusedRefresh, isUnauthenticated } from './state.ts';
import type { EndReason, SessionState } from './state.ts';
import { tokenCookies } from './token-cookies.ts';
import type { TokenCookies } from './token-cookies.ts';
import type { Tokens } from './tokens.ts';

/** What a session is started with. Both calls reject with the API's `CallError`. */
export interface SessionOptions {
  /** Domain of the token cookies; null keeps them on this host. */
  readonly cookieDomain: string | null;
  requestTokens(refreshToken: string): Promise<Tokens>;
  loadAccount(): Promise<User>;
  /** The user has logged out, here or in another tab. */
  onLogOut?(): void;
  readonly environment: SessionEnvironment;
}

/** The session without React: who is signed in, and with which tokens (specification, sections 4 and 7). */
export interface Session {
  getState(): SessionState;
  /** Calls `listener` after each change of the state; the function it returns stops that. */
  subscribe(listener: () => void): () => void;
  /** Asks the API who is signed in; only a 401 ends the session. Never rejects: a failure is a state. Checks that overlap are one. */
  check(): Promise<SessionState>;
  accessToken(): string | undefined;
  /**
   * A token to retry with after the API refused `rejectedToken`; undefined when the session is over. One request, however many calls
   * and tabs ask. Rejects with the cause when trouble kept the tokens from being refreshed.
   */
  refresh(rejectedToken: string | undefined): Promise<string | undefined>;
  /** Ends the session; unless for trouble, deletes the tokens and ends it in all other tabs. */
  end(reason: EndReason): void;
  /**
   * Logs out: `logOut` at the API, then here and in all tabs, whatever fails on the way. Resolves with the id token for the identity
   * provider's logout address, or undefined where there is none to be had.
   */
  signOut(logOut: () => Promise<void>): Promise<string | undefined>;
  clearTokens(): void;
}

const CHECKING: SessionState = { status: 'checking' };

interface Started extends SessionOptions {
  readonly tokens: TokenCookies;
  stopListening(): void;
}

interface Refresh {
  readonly rejectedToken: string | undefined;
  readonly answer: Promise<string | undefined>;
}

/** One session; the portal has a single one, see session.ts. */
export class SessionCore implements Session {
  readonly #store = createStore<SessionState>(() => CHECKING);
  #started: Started | undefined;
  #check: Promise<SessionState> | undefined;
  #refresh: Refresh | undefined;
  /** Counts the ends, so that an answer to a question from before one changes nothing. */
  #ends = 0;

  /** A second start replaces the first. */
  start(options: SessionOptions): void {
    this.#started?.stopListening();
    this.#check = undefined;
    this.#refresh = undefined;
    this.#started = {
      ...options,
      tokens: tokenCookies(options.environment.cookies, options.cookieDomain),
      stopListening: options.environment.channel.listen((message) => {
        if (!isEndMessage(message)) return;
        if (message.reason === 'signed-out') options.onLogOut?.();
        this.#leave(message.reason);
      }),
    };
    this.#store.setState(CHECKING, true);
  }

  getState(): SessionState {
    return this.#store.getState();
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  check(): Promise<SessionState> {
    if (this.#check) return this.#check;
    const check = this.#runCheck().finally(() => {
      if (this.#check === check) this.#check = undefined;
    });
    this.#check = check;
    return check;
  }

  accessToken(): string | undefined {
    return this.#parts().tokens.read('access_token');
  }

  refresh(rejectedToken: string | undefined): Promise<string | undefined> {
    if (this.#refresh && this.#refresh.rejectedToken === rejectedToken) return this.#refresh.answer;
    const answer = this.#parts()
      .environment.locks.run(() => this.#refreshInTurn(rejectedToken))
      .finally(() => {
        if (this.#refresh === refresh) this.#refresh = undefined;
      });
    const refresh: Refresh = { rejectedToken, answer };
    this.#refresh = refresh;
    return answer;
  }

  end(reason: EndReason): void {
    if (reason !== 'trouble') {
      this.clearTokens();
      this.#parts().environment.channel.post({ type: 'end', reason });
    }
    if (reason === 'signed-out') this.#parts().onLogOut?.();
    this.#leave(reason);
  }

  signOut(logOut: () => Promise<void>): Promise<string | undefined> {
    const { tokens, requestTokens } = this.#parts();
    return signOut({ tokens, requestTokens, logOut, end: () => this.end('signed-out') });
  }

  clearTokens(): void {
    this.#parts().tokens.clear();
  }

  #parts(): Started {
    if (!this.#started) throw new Error('The session has not been started');
    return this.#started;
  }

  #leave(reason: EndReason): void {
    this.#ends += 1;
    this.#check = undefined;
    this.#store.setState({ status: 'unauthenticated', reason }, true);
  }

  async #runCheck(): Promise<SessionState> {
    const { tokens, loadAccount } = this.#parts();
    const before = this.getState();
    if (tokens.read('access_token') === undefined && tokens.read('refresh_token') === undefined) {
      if (before.status === 'authenticated') this.end('ended');
      else if (before.status === 'checking' || before.reason === 'trouble') this.#leave('signed-out');
      return this.getState();
    }
    if (before.status === 'unauthenticated') this.#store.setState(CHECKING, true);
    const ends = this.#ends;
    try {
      const user = await loadAccount();
      if (ends === this.#ends) this.#store.setState({ status: 'authenticated', user }, true);
    } catch (error) {
      if (ends === this.#ends) this.end(isUnauthenticated(error) ? 'ended' : 'trouble');
    }
    return this.getState();
  }

  /** Runs while no other tab does. What another call or tab has fetched meanwhile is as good as what this one would. */
  async #refreshInTurn(rejectedToken: string | undefined): Promise<string | undefined> {
    const { tokens, requestTokens } = this.#parts();
    const newer = () => {
      const token = tokens.read('access_token');
      return token === rejectedToken ? undefined : token;
    };
    const found = newer();
    if (found !== undefined) return found;
    const refreshToken = tokens.read('refresh_token');
    if (refreshToken === undefined) {
      if (this.getState().status !== 'unauthenticated') this.end('ended');
      return undefined;
    }
    const isStillOurs = () => tokens.read('refresh_token') === refreshToken;
    try {
      const fresh = await requestTokens(refreshToken);
      if (!isStillOurs()) return newer(); // logged out meanwhile, and perhaps in again
      tokens.write(fresh);
      return fresh.accessToken;
    } catch (error) {
      if (!isStillOurs()) return newer();
      const refused = isRefusedRefresh(error);
      this.end(refused ? 'ended' : 'trouble');
      if (refused) return undefined;
      throw error;
    }
  }
}
