import { screen, within } from '@testing-library/react';

/**
 * Finds a region by its name, anew only once it has left the page: a search by role walks through all of the page,
 * which is slow here.
 */
export function regionNamed(name: string) {
  let found: HTMLElement | undefined;
  return () => {
    if (!found?.isConnected) found = screen.getByRole('region', { name });
    return within(found);
  };
}
