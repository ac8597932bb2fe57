import { getServiceDescriptionUrl } from '@portal/api';
import { useDocumentOrigins, useLoad } from '@portal/ui';
import { useCallback } from 'react';
import { acceptedAddress } from './accepted-address.ts';

/** Address of the PDF that the API names: null while it is asked for, undefined when there is none that may be used. */
export function useServiceDescription(): string | null | undefined {
  const origins = useDocumentOrigins();
  const load = useCallback(async () => {
    const answered = await getServiceDescriptionUrl();
    const accepted = acceptedAddress(answered, window.location.origin, origins);
    if (accepted === undefined)
      console.warn(`The service description at ${answered} is not used: its origin is not configured.`);
    return accepted;
  }, [origins]);
  const [address] = useLoad(load, {
    onFailure: (error) =>
      console.warn('The address of the service description did not come; the own one is shown.', error),
  });
  if (address.status === 'loading') return null;
  return address.status === 'loaded' ? address.value : undefined;
}
