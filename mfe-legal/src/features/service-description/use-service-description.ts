import { getServiceDescriptionUrl } from '@portal/api';
import { useDocumentOrigins, useLoad } from '@portal/ui';
import { useCallback } from 'react';

/** The PDF that the API may name instead of the portal's own. */
export type OtherPdf =
  | { readonly status: 'pending' }
  | { readonly status: 'none' }
  | { readonly status: 'named'; readonly url: string };

/** `answered` if its origin is the portal's own or a configured one; undefined otherwise. */
export function acceptedAddress(answered: string, ownOrigin: string, origins: readonly string[]): string | undefined {
  const url = URL.parse(answered);
  return url && [ownOrigin, ...origins].includes(url.origin) ? url.href : undefined;
}

/** The PDF that the API names, if it may be used. */
export function useServiceDescription(): OtherPdf {
  const origins = useDocumentOrigins();
  const load = useCallback(async () => {
    const answered = await getServiceDescriptionUrl();
    const accepted = acceptedAddress(answered, window.location.origin, origins);
    if (accepted === undefined)
      console.warn(`The service description at ${answered} is not used: its origin is not configured.`);
    return accepted;
  }, [origins]);
  const [address] = useLoad(load, {
    onFailure: (error) => console.warn('The address of the service description could not be loaded.', error),
  });
  if (address.status === 'loading') return { status: 'pending' };
  const url = address.status === 'loaded' ? address.value : undefined;
  return url === undefined ? { status: 'none' } : { status: 'named', url };
}
