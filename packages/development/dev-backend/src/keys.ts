import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import { exportJWK, generateKeyPair } from 'jose';
import * as v from 'valibot';
import { hasCode } from '@portal/node-kit/error-code';
import { writeFileAtomic } from '@portal/node-kit/write-file-atomic';

const secret = v.pipe(v.string(), v.minLength(43));

const KeysSchema = v.object({
  /** Signs tokens: the private key for ECDSA on P-256. */
  signing: v.object({
    kty: v.literal('EC'),
    crv: v.literal('P-256'),
    alg: v.literal('ES256'),
    use: v.literal('sig'),
    kid: v.string(),
    x: v.string(),
    y: v.string(),
    d: v.string(),
  }),
  /** Signs the identity provider's cookies. */
  cookies: secret,
  /** The API's client secret at the identity provider. */
  client: secret,
  /** Encrypts the state of a sign-in under way; 32 bytes, base64url. */
  signIn: secret,
});
/** The secrets of one development backend, generated at its first start. */
export type Keys = v.InferOutput<typeof KeysSchema>;

const randomSecret = () => randomBytes(32).toString('base64url');

async function makeKeys(): Promise<unknown> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const signing = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') };
  return { signing, cookies: randomSecret(), client: randomSecret(), signIn: randomSecret() };
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Reads `${stateFolder}/keys/dev-backend.json`, or creates it, readable only for its owner. @throws {InvalidInputError}
 */
export async function loadKeys(stateFolder: string): Promise<Keys> {
  const file = join(stateFolder, 'keys', 'dev-backend.json');
  const stored = await read(file);
  if (stored !== undefined) return parseInput(file, KeysSchema, JSON.parse(stored));
  const made = await makeKeys();
  await writeFileAtomic(file, JSON.stringify(made));
  return parseInput(file, KeysSchema, made);
}
