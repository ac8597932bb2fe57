import { sha256Hex } from '../format/integrity.ts';
import type { Environment } from '@portal/node-kit/settings';
import type { Credentials } from './credentials.ts';
import { notSignedIn } from './not-signed-in.ts';
import type { Person } from './session-file.ts';
import { SessionFile } from './session-file.ts';
import { findWorkloadToken } from './workload-token.ts';

const PIPELINE_REMEDY =
  'Check that the job asks for a token for this service, that it is not used up, and that the access rules name it (docs/pipeline.md).';

const signInAt = (service: string) => `npm run release -- login --service ${service}`;

/** A pipeline's token from the environment, else the person who is signed in on this machine. */
export function commandCredentials(service: string, environment: Environment): Credentials {
  const file = new SessionFile(service, environment);
  const workload = findWorkloadToken(service, environment);
  const computeHash = (text: string) => sha256Hex(Buffer.from(text));

  const renew = async (renewal: NonNullable<Person['renewal']>): Promise<Person | undefined> => {
    // With it comes a client of the identity provider, which few commands need.
    const { renewSignIn } = await import('./login.ts');
    const person = await renewSignIn(renewal);
    if (person) await file.change({ person });
    return person;
  };
  const personsToken = async (): Promise<string> => {
    const person = (await file.find())?.person;
    if (!person) {
      const problem = `Nobody is signed in to ${service} on this machine.`;
      throw notSignedIn(
        service,
        problem,
        `Sign in: ${signInAt(service)}. A pipeline sets RELEASE_TOKEN (docs/pipeline.md).`,
      );
    }
    if (person.until > Date.now()) return person.idToken;
    const renewed = person.renewal && (await renew(person.renewal));
    if (renewed) return renewed.idToken;
    const at = new Date(person.until).toISOString().slice(0, 16).replace('T', ' ');
    throw notSignedIn(
      service,
      `The sign-in of ${person.name} ended at ${at} UTC.`,
      `Sign in again: ${signInAt(service)}`,
    );
  };
  const subject = async (source: ReturnType<typeof findWorkloadToken>) =>
    computeHash(source?.source ?? (await file.find())?.person?.idToken ?? '');

  return {
    remedy: workload ? PIPELINE_REMEDY : `Sign in again: ${signInAt(service)}`,
    key: async () => (await file.open()).key,
    subjectToken: () => workload?.read() ?? personsToken(),
    async findAccess() {
      const access = (await file.find())?.access;
      return access?.subject === (await subject(workload)) ? access : undefined;
    },
    async keepAccess({ token, until }) {
      await file.change({ access: { subject: await subject(workload), token, until } });
    },
  };
}
