import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A separate database for one run of a suite. */
export interface TestDatabase {
  readonly databaseUrl: string;
  drop(): Promise<void>;
}

async function run(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates an empty database on a PostgreSQL server. */
async function createOn(server: string): Promise<TestDatabase> {
  const name = `portal_test_${randomBytes(6).toString('hex')}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { databaseUrl: url.href, drop: () => run(server, `drop database ${name}`) };
}

const server = process.env['TEST_DATABASE_URL'];

/**
 * The kinds of database to test on: PGlite always, PostgreSQL where TEST_DATABASE_URL names a server that may create
 * databases.
 */
export const DATABASES = {
  PGlite: async (): Promise<TestDatabase> => ({ databaseUrl: 'memory', drop: async () => undefined }),
  PostgreSQL: server ? () => createOn(server) : undefined,
} as const;

export type DatabaseKind = keyof typeof DATABASES;
