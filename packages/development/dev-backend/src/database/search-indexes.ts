import { sql } from 'drizzle-orm';
import { index } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

type Names = Readonly<Record<'firstName' | 'lastName', AnyPgColumn>>;

/** Names in small letters, in both orders, to search for how they begin. */
export const firstNameFirst = ({ firstName, lastName }: Names) =>
  sql`lower(${firstName} || ' ' || coalesce(${lastName}, ''))`;
export const lastNameFirst = ({ firstName, lastName }: Names) =>
  sql`lower(coalesce(${lastName}, '') || ' ' || ${firstName})`;

/** For the search for people by what has no index otherwise. */
export const searchIndexes = (table: Names & { readonly obcId: AnyPgColumn }) => [
  index('accounts_obc').on(sql`lower(${table.obcId})`),
  index('accounts_first_name').on(sql`${firstNameFirst(table)} text_pattern_ops`),
  index('accounts_last_name').on(sql`${lastNameFirst(table)} text_pattern_ops`),
];
