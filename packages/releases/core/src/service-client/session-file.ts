import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hasCode } from '@portal/node-kit/error-code';
import { PlainError } from '@portal/node-kit/plain-error';
import { stateError } from '@portal/node-kit/setting-table';
import { formatText } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import * as v from 'valibot';
import type { WriteOptions } from '@portal/node-kit/write-file-atomic';
import { writeFileAtomic } from '@portal/node-kit/write-file-atomic';
import { makeProofKey, ProofKeySchema } from './proof-key.ts';

const milliseconds = v.pipe(v.number(), v.integer());

const SessionSchema = v.strictObject({
  schema: v.literal(1),
  key: ProofKeySchema,
  /** The person who is signed in. */
  person: v.exactOptional(
    v.strictObject({
      name: v.string(),
      idToken: v.string(),
      until: milliseconds,
      /** Where the sign-in came from, which alone gets the refresh token. */
      renewal: v.exactOptional(v.strictObject({ issuer: v.string(), clientId: v.string(), refreshToken: v.string() })),
    }),
  ),
  /** The last access token, and a hash of the token that it was given for. */
  access: v.exactOptional(v.strictObject({ subject: v.string(), token: v.string(), until: milliseconds })),
});
type Session = v.InferOutput<typeof SessionSchema>;
export type Person = NonNullable<Session['person']>;

/**
 * Keeps the key and the tokens that this machine has for one release service, readable only for its owner. The key
 * stays the same, because a service takes a token only with the key that it first came with.
 */
export class SessionFile {
  readonly #file: string;

  constructor(service: string, environment: Environment) {
    const state = resolve(formatText(environment, 'PORTAL_STATE') || '.portal');
    this.#file = join(state, 'release-sessions', `${encodeURIComponent(service)}.json`);
  }

  /** Undefined if there is none. @throws {PlainError} */
  async find(): Promise<Session | undefined> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw stateError(error);
    }
    const session = v.safeParse(v.pipe(v.string(), v.parseJson(), SessionSchema), text);
    if (session.success) return session.output;
    throw new PlainError(`${this.#file} cannot be read. Remove it, then sign in again.`);
  }

  /** The session, made if there is none: of two commands at once, both get the same key. */
  async open(): Promise<Session> {
    const found = await this.find();
    if (found) return found;
    await this.#write({ schema: 1, key: await makeProofKey() }, { createOnly: true });
    return this.open();
  }

  async change(changes: Partial<Pick<Session, 'person' | 'access'>>): Promise<void> {
    const { access: _former, ...session } = await this.open();
    await this.#write({ ...session, ...changes });
  }

  /** @returns whether there was one. */
  async remove(): Promise<boolean> {
    try {
      await rm(this.#file);
      return true;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false;
      throw stateError(error);
    }
  }

  async #write(session: Session, options?: WriteOptions): Promise<void> {
    try {
      await writeFileAtomic(this.#file, JSON.stringify(session), options);
    } catch (error) {
      throw stateError(error);
    }
  }
}
