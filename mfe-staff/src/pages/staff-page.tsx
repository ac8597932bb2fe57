import { useUser } from '@portal/session';
import { useNavigate } from '@portal/ui';
import { useEffect } from 'react';
import { areaGroups } from '../features/layout/areas.tsx';

/** `/staff`: leads to the first area that the account's roles open, which is the search for those who may find people. */
export function Page() {
  const { roles } = useUser();
  const navigate = useNavigate();
  const first = areaGroups(roles)[0]?.areas[0]?.path;
  useEffect(() => {
    if (first !== undefined) void navigate(first, { replace: true });
  }, [first, navigate]);
  return null;
}
