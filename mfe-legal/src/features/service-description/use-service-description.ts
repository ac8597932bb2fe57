import { getServiceDescriptionUrl } from '@portal/api';
import { useDocumentOrigins } from '@portal/ui';
import { useEffect, useState } from 'react';
import { acceptedAddress } from './accepted-address.ts';

/** Address of the PDF that the API names: null while it is asked for, undefined when there is none that may be used. */
export function useServiceDescription(): string | null | undefined {
  const origins = useDocumentOrigins();
  const [address, setAddress] = useState<string | null | undefined>(null);
  useEffect(() => {
    let left = false;
    const take = (found: string | undefined) => {
      if (!left) setAddress(found);
    };
    getServiceDescriptionUrl().then(
      (answered) => {
        const accepted = acceptedAddress(answered, window.location.origin, origins);
        if (accepted === undefined)
          console.warn(`The service description at ${answered} is not used: its origin is not configured.`);
        take(accepted);
      },
      (error: unknown) => {
        console.warn('The address of the service description did not come; the own one is shown.', error);
        take(undefined);
      },
    );
    return () => {
      left = true;
    };
  }, [origins]);
  return address;
}
