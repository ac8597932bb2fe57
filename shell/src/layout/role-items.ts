import type { Navigation } from '@portal/contract/page';
import { useSession } from '@portal/session';
import { useEffect, useState } from 'react';
import { usePortal } from '../portal.ts';

const NONE: Navigation['header'] = [];
const SEPARATOR = ' ';

/** What the header leads to for the roles of the signed-in account alone. After a failure, the next page asks again. */
export function useRoleItems(pathname: string): Navigation['header'] {
  const { parts } = usePortal();
  const session = useSession();
  const roles = session.status === 'authenticated' ? session.user.roles.join(SEPARATOR) : '';
  const [items, setItems] = useState(NONE);
  useEffect(() => {
    let isCurrent = true;
    parts.meet(roles === '' ? [] : roles.split(SEPARATOR)).then(
      (met) => {
        if (isCurrent) setItems(met);
      },
      (error: unknown) => console.error('It could not be found out what the account’s roles lead to.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [parts, roles, pathname]);
  return items;
}
