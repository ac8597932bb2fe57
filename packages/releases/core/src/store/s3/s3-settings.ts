import { anyText, httpsAddress, readTable, shownAddress, wrongSetting } from '@portal/node-kit/setting-table';
import type { Setting, SettingTable } from '@portal/node-kit/setting-table';
import { SettingError, formatText } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';

export interface S3Settings {
  /** Address of the server, without a slash at the end. */
  readonly endpoint: string;
  readonly region: string;
  /** Undefined where the role of this machine has them. */
  readonly keys: S3Keys | undefined;
}

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Belongs to credentials that end. */
  readonly sessionToken?: string | undefined;
}

/** A bucket, and the beginning of all keys in it: empty, or with a slash at the end. */
export interface S3Place {
  readonly bucket: string;
  readonly prefix: string;
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/;

export const isS3Address = (text: string): boolean => ADDRESS.test(text);

/** Reads an address such as "s3://bucket/prefix". @throws {SettingError} */
export function readS3Address(address: string): S3Place {
  const [, bucket, path] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined || path === undefined)
    throw new SettingError(
      `${shownAddress(address)} is not the address of a store: "s3://BUCKET/PREFIX", with letters, digits, ".", "_" and "-".`,
    );
  return { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
}

const credential = (description: string, other: string): Setting<string> => ({
  description,
  default: "of the machine's role",
  read(text, name, environment) {
    if (text !== '' || formatText(environment, other) === '') return text;
    throw new SettingError(`${name} is not set, but ${other} is: set both, or none (the role of this machine).`);
  },
});

const AWS_REGION: Setting<string> = {
  description: 'its region',
  default: '`us-east-1`',
  read(text, name) {
    if (/^[a-z0-9-]*$/.test(text)) return text || 'us-east-1';
    throw wrongSetting(name, text, 'a region such as "eu-central-1", or leave it unset for "us-east-1"');
  },
};

/** What everybody needs who opens a store on S3. */
export const S3_SETTINGS = {
  AWS_ACCESS_KEY_ID: credential('the id of the key', 'AWS_SECRET_ACCESS_KEY'),
  AWS_SECRET_ACCESS_KEY: credential('the secret of the key', 'AWS_ACCESS_KEY_ID'),
  AWS_SESSION_TOKEN: anyText('the token of credentials that end'),
  AWS_REGION,
  S3_ENDPOINT: httpsAddress('the address of the server', 'https://s3.example.com', {
    description: "AWS's, in `AWS_REGION`",
    read: (_name, environment) => {
      const { AWS_REGION: region } = readTable({ AWS_REGION }, environment);
      return `https://s3.${region}.amazonaws.com`;
    },
  }),
} satisfies SettingTable;

/** @throws {SettingError} naming the variable, never its value if that is secret. */
export function readS3Settings(environment: Environment): S3Settings {
  const values = readTable(S3_SETTINGS, environment);
  const [accessKeyId, secretAccessKey] = [values.AWS_ACCESS_KEY_ID, values.AWS_SECRET_ACCESS_KEY];
  return {
    endpoint: values.S3_ENDPOINT,
    region: values.AWS_REGION,
    keys:
      accessKeyId === ''
        ? undefined
        : { accessKeyId, secretAccessKey, sessionToken: values.AWS_SESSION_TOKEN || undefined },
  };
}
