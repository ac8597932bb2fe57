import type { Access } from '@portal/release/access';
import type { Identity } from '@portal/release/access/allows';
import { allowedTo, describeWanted, isAllowed } from '@portal/release/access/allows';
import type { Actor } from '@portal/release/actor';
import { describeActor } from '@portal/release/actor';
import { refusal, RefusedError } from '@portal/release/refusal';
import type { Permission } from '@portal/release/access/identity';

/**
 * An identity in the log, which has no addresses of mail: a person's id at the identity provider. The history has the
 * name.
 */
export const nameInLog = ({ kind, subject, name }: Identity): string => (kind === 'person' ? subject : name);

/** For a pipeline of whose project there are rules. */
export const wantedRemedy = (wanted: string): string =>
  `The access rules want ${wanted}: run the pipeline so, or ask whoever keeps them.`;

/** Who sent a request, as its token has proved, under the rules that count now. */
export class Caller {
  readonly identity: Identity;
  readonly access: Access;
  /** When its access token ends; seconds since the epoch. */
  readonly expires: number;

  constructor(identity: Identity, access: Access, expires: number) {
    this.identity = identity;
    this.access = access;
    this.expires = expires;
  }

  /** For the history. */
  get name(): string {
    return this.identity.name;
  }

  /** For the log. */
  get logged(): string {
    return nameInLog(this.identity);
  }

  /** For whom it acts is what it says itself. */
  actor(actsFor?: string): Actor {
    const { kind, issuer, subject, name } = this.identity;
    return { kind, issuer, subject, name, ...(actsFor !== undefined && { actsFor }) };
  }

  /** The name in the history: `anna@example.com for "Ben"`. */
  by(actsFor?: string): string {
    return describeActor(this.actor(actsFor));
  }

  permissions(): readonly { readonly permission: Permission; readonly parts: readonly string[] }[] {
    const parts = new Map<Permission, Set<string>>();
    for (const rule of allowedTo(this.access, this.identity))
      for (const permission of rule.may) {
        const known = parts.get(permission) ?? new Set();
        parts.set(permission, known);
        for (const part of rule.parts === '*' ? ['*'] : rule.parts) known.add(part);
      }
    return [...parts].map(([permission, names]) => ({ permission, parts: names.has('*') ? ['*'] : [...names].sort() }));
  }

  may(permission: Permission, parts: readonly string[] | 'the store'): boolean {
    const each = parts === 'the store' ? [undefined] : parts;
    return each.every((part) => isAllowed(this.access, this.identity, permission, part));
  }

  /** @throws {RefusedError} `not-allowed`, naming all parts that no rule allows. */
  require(permission: Permission, parts: readonly string[] | 'the store'): void {
    const denied = parts === 'the store' ? ['the store'] : parts.filter((part) => !this.may(permission, [part]));
    const [first, ...others] = parts === 'the store' && this.may(permission, parts) ? [] : denied;
    if (first === undefined) return;
    const refuse = (part: string) => {
      const wanted = describeWanted(this.access, this.identity, permission, part);
      const problem = `${this.name} may not ${permission} ${part}: no access rule allows it${wanted ? ` to "${this.identity.subject}"` : ''}.`;
      return refusal('not-allowed', [this.name, part], problem, wanted && wantedRemedy(wanted));
    };
    throw new RefusedError([refuse(first), ...others.map(refuse)]);
  }
}
