import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { accessTokenRoutes } from './access-token/access-token-routes.ts';
import { countryRoutes } from './countries/country-routes.ts';
import { requirePermission } from './requires.ts';
import { oemRoutes } from './oems/oem-routes.ts';
import { statisticsRoutes } from './statistics/statistics-routes.ts';
import { firmwareRoutes } from './firmware/firmware-routes.ts';
import { logRoutes } from './logs/log-routes.ts';
import { hubStatus } from './hubs/hub-status.ts';
import { releaseHub } from './hubs/release-hub.ts';
import { readJournal } from './journal/read-journal.ts';
import { changeRoles } from './people/change-roles.ts';
import { deletePerson } from './people/delete-person.ts';
import { findPerson } from './people/find-person.ts';
import { getPerson } from './people/get-person.ts';
import { sendMails } from './people/send-mails.ts';
import { unmigrate } from './people/unmigrate.ts';
import { writeNote } from './people/write-note.ts';
import type { Services } from '../services.ts';

/** The calls of customer service and administration (docs/staff-api.md), for a scope whose callers are known. */
export async function staffRoutes(staff: ApiScope, api: Services): Promise<void> {
  staff.addHook('onRoute', requirePermission);
  countryRoutes(staff, api);
  oemRoutes(staff, api);
  statisticsRoutes(staff, api);
  accessTokenRoutes(staff, api);
  await staff.register(async (scope: typeof staff) => firmwareRoutes(scope, api));
  logRoutes(staff, api);
  findPerson(staff, api);
  getPerson(staff, api);
  sendMails(staff, api);
  writeNote(staff, api);
  deletePerson(staff, api);
  unmigrate(staff, api);
  changeRoles(staff, api);
  hubStatus(staff, api);
  releaseHub(staff, api);
  readJournal(staff, api);
}
