import { PROMOTE_SEVERAL, getVersions, WITHOUT_VERSION } from './read-request.ts';
import type { FormFields } from './read-request.ts';

/** The parts that a form changes. */
export function listParts(fields: FormFields): readonly string[] {
  return fields.action === PROMOTE_SEVERAL ? Object.keys(getVersions(fields)) : [fields.part];
}

/** The fields of a form, for hidden inputs. */
export function getEntries(fields: FormFields): readonly (readonly [name: string, value: string])[] {
  return Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)] as const));
}

/** A request in the log: "canary mfe-hubs 1.1.0 5 %". */
export function formatWords(fields: FormFields): string {
  const { action, percent, plan, urgent, anyway } = fields;
  const what =
    action === PROMOTE_SEVERAL
      ? Object.entries(getVersions(fields)).map((pair) => pair.join(' '))
      : [fields.part, WITHOUT_VERSION.has(action) ? '' : fields.version];
  const share = percent !== '' && (action === 'canary' || action === PROMOTE_SEVERAL) ? `${percent} %` : '';
  const byPlan = action === 'canary' && plan !== '' ? `by "${plan}"` : '';
  return [action, ...what, share, byPlan, urgent ? 'urgent' : '', anyway ? 'anyway' : '']
    .filter((word) => word !== '')
    .join(' ');
}
