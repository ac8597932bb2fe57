import { randomUUID } from 'node:crypto';
import type { StoreDriver } from '../../format/driver.ts';
import { toBody, checkDone, S3_LIMITS, S3Client } from '../s3/s3-client.ts';
import type { S3Request } from '../s3/s3-client.ts';
import { s3Driver } from '../s3/s3-driver.ts';
import type { S3Moment } from '../s3/s3-driver.ts';
import { readS3Address, readS3Settings } from '../s3/s3-settings.ts';
import type { S3Server } from './s3-server.ts';

/** So that lists of a few keys have pages. */
const LIMITS = { ...S3_LIMITS, pageKeys: 3 };

/** An empty place for one test. */
export const newS3Place = ({ bucket }: S3Server): string => `s3://${bucket}/${randomUUID()}`;

/** A driver of the tests, for processes: they have the environment of the test. */
export function openS3(
  place: string,
  { onMoment }: { readonly onMoment?: ((moment: S3Moment) => void) | undefined } = {},
): StoreDriver {
  return s3Driver(readS3Settings(process.env), readS3Address(place), { onMoment, limits: LIMITS });
}

async function put({ environment }: S3Server, bucket: string, request: Omit<S3Request, 'method'>): Promise<void> {
  const client = new S3Client(readS3Settings(environment), bucket, LIMITS);
  checkDone(await client.send({ method: 'PUT', ...request }));
}

/** Overwrites an object, as a careless user does. */
export async function overwriteS3(server: S3Server, place: string, key: string, bytes: Uint8Array): Promise<void> {
  const { bucket, prefix } = readS3Address(place);
  await put(server, bucket, { key: prefix + key, body: toBody(bytes) });
}

/** Makes a bucket that keeps the versions of its objects. */
export async function makeVersionedBucket(server: S3Server): Promise<string> {
  const bucket = randomUUID();
  await put(server, bucket, { key: '' });
  const configuration = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
  await put(server, bucket, {
    key: '',
    query: { versioning: '' },
    body: toBody(new TextEncoder().encode(configuration)),
  });
  return bucket;
}
