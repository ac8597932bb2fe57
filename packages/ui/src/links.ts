import { createContext, useContext } from 'react';

/** Addresses outside the portal, from its configuration (`links`). One that is not set has no link. */
export interface OutwardLinks {
  readonly identityManagement?: string | undefined;
  readonly dataAct?: string | undefined;
  readonly kitRepository?: string | undefined;
  readonly kitIntroduction?: string | undefined;
  readonly kitForum?: string | undefined;
}

const NONE: OutwardLinks = {};
const LinksContext = createContext(NONE);

/** For the shell's frame alone. */
export const OutwardLinksProvider = LinksContext.Provider;

/** The links out of the portal that are configured. */
export function useOutwardLinks(): OutwardLinks {
  return useContext(LinksContext);
}
