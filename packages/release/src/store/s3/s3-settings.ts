import { SettingError } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';

export interface S3Settings {
  /** Address of the server, without a slash at the end. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Belongs to credentials that end. */
  readonly sessionToken: string | undefined;
}

/** A bucket, and the beginning of all keys in it: empty, or with a slash at the end. */
export interface S3Place {
  readonly bucket: string;
  readonly prefix: string;
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/;
const DEFAULT_REGION = 'us-east-1';

/** Reads an address such as "s3://bucket/prefix". @throws {SettingError} */
export function readS3Address(address: string): S3Place {
  const [, bucket, path] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined || path === undefined)
    throw new SettingError(
      `"${address}" is not the address of a store. Write "s3://BUCKET" or "s3://BUCKET/PREFIX", with letters, digits, ".", "_" and "-".`,
    );
  return { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
}

/**
 * Reads the settings of a server: S3_ENDPOINT (else that of AWS in the region), AWS_REGION (us-east-1), AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN (none). @throws {SettingError} naming the variable, never its value if that is secret.
 */
export function readS3Settings(environment: Environment): S3Settings {
  const text = (variable: string) => {
    const value = environment[variable]?.trim();
    return value === '' ? undefined : value;
  };
  const required = (variable: string) => {
    const value = text(variable);
    if (value !== undefined) return value;
    throw new SettingError(`${variable} is not set. A store on S3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  };
  const region = text('AWS_REGION') ?? DEFAULT_REGION;
  const endpoint = text('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`;
  const url = URL.parse(endpoint);
  if ((url?.protocol !== 'https:' && url?.protocol !== 'http:') || url.username !== '' || url.search !== '')
    throw new SettingError('S3_ENDPOINT must be an address such as "https://s3.example.com".');
  return {
    endpoint: url.href.replace(/\/$/, ''),
    region,
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    sessionToken: text('AWS_SESSION_TOKEN'),
  };
}
