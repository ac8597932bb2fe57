import * as v from 'valibot';
import { ID_TOKEN, TOKEN_EXCHANGE, TokenAnswerSchema } from '../service-api/token.ts';
import type { AccessToken, Credentials } from './credentials.ts';
import type { Answer, Sent } from './transport.ts';
import { formatText } from './transport.ts';

/** An access token that ends so soon is not used any more, in milliseconds. */
const SPARE_MS = 20_000;

interface ExchangeOptions {
  readonly credentials: Credentials;
  readonly send: (sent: Sent) => Promise<Answer>;
  /** The error for an exchange that was refused. */
  readonly refused: (answer: Answer) => Error;
  readonly now: () => number;
}

/** Keeps an access token, and exchanges the subject's token for a new one (RFC 8693) before it ends. */
export class AccessTokens {
  readonly #options: ExchangeOptions;
  /** Requests at the same time share one exchange. */
  #access: Promise<AccessToken> | undefined;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  async current(): Promise<string> {
    const known = await (this.#access ??= this.#options.credentials.findAccess().then((kept) => this.#renewed(kept)));
    if (this.#isUsable(known)) return known.token;
    this.#access = this.#renewed(undefined);
    return (await this.#access).token;
  }

  /** The service does not accept it any more: it was restarted, or its keys changed. */
  async forget(): Promise<void> {
    this.#access = this.#renewed(undefined);
    await this.#access;
  }

  #isUsable({ until }: AccessToken): boolean {
    return until > this.#options.now() + SPARE_MS;
  }

  async #renewed(kept: AccessToken | undefined): Promise<AccessToken> {
    if (kept && this.#isUsable(kept)) return kept;
    try {
      return await this.#exchange();
    } catch (error) {
      this.#access = undefined;
      throw error;
    }
  }

  async #exchange(): Promise<AccessToken> {
    const { credentials, send, refused, now } = this.#options;
    const subjectToken = await credentials.subjectToken();
    const form = { grant_type: TOKEN_EXCHANGE, subject_token: subjectToken, subject_token_type: ID_TOKEN };
    const answer = await send({
      method: 'POST',
      path: '/token',
      kind: 'read',
      body: new URLSearchParams(form).toString(),
      type: 'application/x-www-form-urlencoded',
      accessToken: undefined,
    });
    if (answer.status !== 200) throw refused(answer);
    const { access_token: token, expires_in: seconds } = v.parse(
      v.pipe(v.string(), v.parseJson(), TokenAnswerSchema),
      formatText(answer),
    );
    const access = { token, until: now() + seconds * 1000 };
    await credentials.keepAccess(access);
    return access;
  }
}
