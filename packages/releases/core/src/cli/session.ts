import { SignInSchema } from '../service-api/token.ts';
import { IdentitySchema } from '../access/identity.ts';
import type { Identity } from '../access/identity.ts';
import { describeActor } from '../release-log/actor.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { SessionFile } from '../service-client/session-file.ts';
import type { Command } from './command.ts';
import { atMost, requireService } from './command.ts';
import { lines } from './format.ts';

function describeRights({ may }: Identity): readonly string[] {
  return may.map(({ permission, parts }) => `  ${permission}: ${parts.includes('*') ? 'all parts' : parts.join(', ')}`);
}

const askIdentity = (service: ServiceClient): Promise<Identity> =>
  service.askFor({ method: 'GET', path: '/identity', kind: 'read' }, IdentitySchema);

export const LOGIN: Command = {
  name: 'login',
  words: '',
  summary: 'sign in to a release service, in a browser',
  more:
    'Prints an address of the identity provider, and what to do there. The sign-in is kept in PORTAL_STATE, readable only for you, and renewed. ' +
    'Pipelines set RELEASE_TOKEN instead (docs/pipeline.md).',
  options: [],
  async run(call) {
    atMost(call.words, 0);
    const client = requireService(call, 'login');
    const { service } = client;
    const provider = await client.askFor({ method: 'GET', path: '/sign-in', kind: 'read', isOpen: true }, SignInSchema);
    // With it comes a client of the identity provider, which no other command needs.
    const { logIn } = await import('../service-client/login.ts');
    const person = await logIn({ provider, service, show: (text) => call.note(text) });
    await new SessionFile(service, process.env).change({ person });
    const identity = await askIdentity(client);
    const ends = new Date(person.until).toISOString();
    const goesOn = person.renewal ? ', renewed by itself' : '';
    return {
      text: lines(
        `${describeActor(identity.actor)} is signed in to ${service} until ${ends.slice(11, 16)} UTC${goesOn}, and may:`,
        ...describeRights(identity),
      ),
      json: { service, actor: identity.actor, may: identity.may, until: ends },
    };
  },
};

export const LOGOUT: Command = {
  name: 'logout',
  words: '',
  summary: 'forget the sign-in to a release service',
  more: 'Removes key and tokens from this machine. Tokens that the service gave out end within ten minutes.',
  options: [],
  async run(call) {
    atMost(call.words, 0);
    const { service } = requireService(call, 'logout');
    const wasThere = await new SessionFile(service, process.env).remove();
    return {
      text: wasThere ? `Signed out of ${service}.` : `Nobody was signed in to ${service} on this machine.`,
      json: { service, outcome: wasThere ? 'signed-out' : 'unchanged' },
    };
  },
};
