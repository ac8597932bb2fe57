import { pino } from 'pino';
import { getErrorMessage } from './plain-error.mjs';
import { maskFields, maskSecrets } from './mask-secrets.ts';
import { named } from './release-command.mjs';
import { currentRequest } from './observe-requests.ts';

/** What the log has of an error. */
interface FailureFields {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: FailureFields;
  /** Those that an AggregateError joins. */
  readonly errors?: readonly FailureFields[];
}

/** How many causes are followed: an error may be its own cause. */
const MOST_CAUSES = 8;

/**
 * Name, message, stack and causes of a thrown value; nothing else of it, because other fields of an error may have a
 * request in them.
 */
function failureFields(error: unknown, most = MOST_CAUSES): FailureFields {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const joined = error instanceof AggregateError && most > 0 ? error.errors.slice(0, MOST_CAUSES) : [];
  return {
    name,
    message,
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && most > 0 && { cause: failureFields(cause, most - 1) }),
    ...(joined.length > 0 && { errors: joined.map((each: unknown) => failureFields(each, 0)) }),
  };
}

/** "json": a line of JSON for each message, for a collector; "text": the message alone, for a terminal. */
export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export type LogLevel = 'info' | 'warn' | 'error';
type LogFields = Readonly<Record<string, unknown>>;

/**
 * The log of a server. No message and no field may have a token, a cookie, a query or an address of mail; what looks
 * like one is masked.
 */
export interface ServerLog {
  info(message: string, fields?: LogFields): void;
  /**
   * What the server can live with. `error`, if there is one, is written with its stack and its causes for a collector.
   */
  warn(message: string, fields?: LogFields, error?: unknown): void;
  /** What nobody expected: `error` is written with its stack and its causes. */
  error(message: string, error: unknown, fields?: LogFields): void;
  /**
   * Something that lasts and that the server can live with, such as a store that is away. Written when it begins, and
   * with each other text until it is solved; then it can begin again. `topic` names it in this process.
   */
  problem(topic: string, problem: unknown): void;
  /** The end of a problem; nothing happens if there was none. */
  solved(topic: string, message: string): void;
}

interface ServerLogOptions {
  /** Name of the server: "web-server". */
  readonly server: string;
  readonly format: LogFormat;
  /**
   * Receives each line, without its end; standard output by default, in text standard error for what is worse than
   * "info".
   */
  readonly write?: ((line: string, level: LogLevel) => void) | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
}

// `console` survives a reader that has gone away; a stream of its own would end the process.
const toStandardOutput = (line: string) => console.log(line);
const toTerminal = (line: string, level: LogLevel) => (level === 'info' ? console.log(line) : console.error(line));

type Write = (line: string, level: LogLevel) => void;
type Emit = (level: LogLevel, message: string, fields: LogFields, error?: { readonly thrown: unknown }) => void;

function emitJson({ server, now = Date.now }: ServerLogOptions, write: Write): Emit {
  // pino writes at once.
  let written: LogLevel = 'info';
  const logger = pino(
    {
      base: { server },
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (level) => ({ level }), log: maskFields },
    },
    { write: (line) => write(line.trimEnd(), written) },
  );
  return (level, message, fields, error) => {
    written = level;
    const requestId = currentRequest()?.requestId;
    const failure = error && { error: failureFields(error.thrown) };
    logger[level]({ ...(requestId !== undefined && { requestId }), ...fields, ...failure }, maskSecrets(message));
  };
}

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function emitText(write: Write): Emit {
  return (level, message, fields, error) => {
    const words = Object.entries(maskFields(fields)).flatMap(([name, value]) =>
      // An event is its message, too.
      value === undefined || name === 'event' ? [] : [`${name}=${inWords(value)}`],
    );
    const stack = error && (error.thrown instanceof Error ? error.thrown.stack : undefined);
    // A problem says the reason in its message; its stack is for a collector.
    const failure = level === 'error' && error ? `: ${stack ?? getErrorMessage(error.thrown)}` : '';
    write([maskSecrets(message), ...words].join(' ') + maskSecrets(failure), level);
  };
}

/** How many problems, and how many texts of one, are remembered; beyond them the oldest is forgotten. */
const MOST_TOPICS = 1000;
const MOST_TEXTS = 50;

function forgetOldest(of: Set<string> | Map<string, unknown>, most: number): void {
  const [oldest] = of.keys();
  if (of.size > most && oldest !== undefined) of.delete(oldest);
}

/** The texts of the problems that last. */
class Problems {
  readonly #texts = new Map<string, Set<string>>();

  /** @returns whether the text is new. */
  begin(topic: string, text: string): boolean {
    const texts = this.#texts.get(topic) ?? new Set();
    // Added anew, so that those that have not been reported for longest are forgotten first.
    this.#texts.delete(topic);
    this.#texts.set(topic, texts);
    forgetOldest(this.#texts, MOST_TOPICS);
    if (texts.has(text)) return false;
    texts.add(text);
    forgetOldest(texts, MOST_TEXTS);
    return true;
  }

  /** @returns whether there was one. */
  end(topic: string): boolean {
    return this.#texts.delete(topic);
  }
}

/** Makes the log of a server. Each line that is written while a request is answered has its id. */
export function createServerLog(options: ServerLogOptions): ServerLog {
  const isText = options.format === 'text';
  const put = options.write ?? (isText ? toTerminal : toStandardOutput);
  const write: Write = (line, level) => put(named(line), level);
  const emit = isText ? emitText(write) : emitJson(options, write);
  const problems = new Problems();
  return {
    info: (message, fields = {}) => emit('info', message, fields),
    warn: (message, fields = {}, thrown) =>
      emit('warn', message, fields, thrown === undefined ? undefined : { thrown }),
    error: (message, thrown, fields = {}) => emit('error', message, fields, { thrown }),
    problem(topic, problem) {
      const text = getErrorMessage(problem);
      if (!problems.begin(topic, text)) return;
      emit('warn', text, {}, problem instanceof Error ? { thrown: problem } : undefined);
    },
    solved(topic, message) {
      if (problems.end(topic)) emit('info', message, {});
    },
  };
}
