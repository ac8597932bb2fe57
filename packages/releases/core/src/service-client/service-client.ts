import { withoutStop } from '../format/format-values.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { DRY_RUN } from '../service-api/dry-run.ts';
import type { Problem } from '../service-api/problem.ts';
import { toError, PROBLEM_TYPE, ProblemSchema } from '../service-api/problem.ts';
import { TokenErrorSchema } from '../service-api/token.ts';
import { AccessTokens } from './access-tokens.ts';
import type { Credentials } from './credentials.ts';
import { clockRemedy, unexpectedAnswer } from './connection-errors.ts';
import { notSignedIn } from './not-signed-in.ts';
import { Prover } from './proof-key.ts';
import type { Answer, Sent } from './transport.ts';
import { formatText, Transport } from './transport.ts';

interface ServiceRequest extends Pick<Sent, 'method' | 'path' | 'kind' | 'isOpen'> {
  /** Sent as JSON. */
  readonly json?: object;
  readonly bytes?: Uint8Array;
  /** The service answers as it would, and changes nothing. */
  readonly isDryRun?: boolean;
}

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

/** For how long a client that sends too many requests waits in all, in seconds. */
const MOST_WAITING_SECONDS = 120;
/** "At once" would be asked without end. */
const LEAST_WAITING_SECONDS = 1;

interface ClientOptions {
  /** "https://releases.example.com", with a path where the service has one, without a slash at the end. */
  readonly service: string;
  readonly credentials: Credentials;
  readonly wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
  readonly now?: (() => number) | undefined;
}

/** Asks a release service, as somebody. */
export class ServiceClient {
  readonly service: string;
  readonly #credentials: Credentials;
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  readonly #now: () => number;
  readonly #transport: Transport;
  readonly #tokens: AccessTokens;

  constructor({ service, credentials, wait = pause, now = Date.now }: ClientOptions) {
    this.service = service;
    this.#credentials = credentials;
    this.#wait = wait;
    this.#now = now;
    this.#transport = new Transport(service, async () => new Prover(await credentials.key()));
    this.#tokens = new AccessTokens({
      credentials,
      now,
      send: (sent) => this.#transport.send(sent),
      refused: (answer) => this.#refusedToken(answer),
    });
  }

  /** The JSON of an answer. @throws as `ask`. */
  async askFor<const Schema extends v.GenericSchema>(
    request: ServiceRequest,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    return this.read(await this.ask(request), schema);
  }

  /** The JSON of an answer. @throws {ServiceError} if it is not what a service answers. */
  read<const Schema extends v.GenericSchema>(answer: Answer, schema: Schema): v.InferOutput<Schema> {
    try {
      return parseInput('the answer', schema, JSON.parse(formatText(answer)));
    } catch (error) {
      throw unexpectedAnswer(this.service, answer.status, error);
    }
  }

  /** An answer of success; undefined if the service says that there is no such object. @throws as `ask`. */
  async find(request: ServiceRequest): Promise<Answer | undefined> {
    const answer = await this.#answerTo(request);
    if (isSuccess(answer)) return answer;
    const problem = this.#toProblem(answer);
    if (problem?.kind === 'missing') return undefined;
    throw this.#getError(answer, problem);
  }

  /**
   * An answer of success. @throws the error that the service met, with the words that it has on a folder;
   * {ServiceError} if there is no answer; {RefusedError} if nobody is signed in.
   */
  async ask(request: ServiceRequest): Promise<Answer> {
    const answer = await this.#answerTo(request);
    if (isSuccess(answer)) return answer;
    throw this.#getError(answer, this.#toProblem(answer));
  }

  async #answerTo({ json, bytes, isDryRun, ...given }: ServiceRequest): Promise<Answer> {
    const request = isDryRun ? { ...given, path: `${given.path}?${DRY_RUN}` } : given;
    const body = json ? JSON.stringify(json) : bytes;
    const type = json ? 'application/json' : bytes && 'application/octet-stream';
    let waited = 0;
    let isRenewed = false;
    for (;;) {
      const accessToken = request.isOpen ? undefined : await this.#tokens.current();
      const answer = await this.#transport.send({ ...request, body, type, accessToken });
      const seconds = Math.max(Number(answer.headers.get('retry-after') ?? Number.NaN), LEAST_WAITING_SECONDS);
      if (answer.status === 401 && !isRenewed && !request.isOpen) {
        isRenewed = true;
        await this.#tokens.forget();
      } else if (answer.status === 429 && waited + seconds <= MOST_WAITING_SECONDS) {
        waited += seconds;
        await this.#wait(seconds * 1000);
      } else return answer;
    }
  }

  /** The service's answer to an exchange has the fields of OAuth, and of a problem as well. */
  #refusedToken(answer: Answer): Error {
    const problem = v.safeParse(v.pipe(v.string(), v.parseJson(), ProblemSchema), formatText(answer));
    if (problem.success) return this.#getError(answer, problem.output);
    const error = v.safeParse(v.pipe(v.string(), v.parseJson(), TokenErrorSchema), formatText(answer));
    if (!error.success) return unexpectedAnswer(this.service, answer.status);
    const said = withoutStop(error.output.error_description ?? error.output.error);
    return this.#notAccepted(answer, `The release service does not accept the token: ${said}.`);
  }

  #notAccepted({ headers }: Answer, problem: string): Error {
    const remedy = clockRemedy(headers.get('date'), this.#now()) ?? this.#credentials.remedy;
    return notSignedIn(this.service, problem, remedy);
  }

  /** Undefined if somebody else answered, such as a proxy. */
  #toProblem(answer: Answer): Problem | undefined {
    const isProblem = answer.headers.get('content-type')?.startsWith(PROBLEM_TYPE) === true;
    return isProblem ? this.read(answer, ProblemSchema) : undefined;
  }

  #getError(answer: Answer, problem: Problem | undefined): Error {
    if (!problem) return unexpectedAnswer(this.service, answer.status);
    if (problem.kind === 'refused' && problem.refusals[0].rule === 'not-signed-in')
      return this.#notAccepted(answer, problem.refusals[0].problem);
    return toError(problem);
  }
}
