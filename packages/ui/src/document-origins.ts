import { createContext, useContext } from 'react';

const NONE: readonly string[] = [];
const DocumentOriginsContext = createContext(NONE);

/** For the shell's frame alone. */
export const DocumentOriginsProvider = DocumentOriginsContext.Provider;

/** Origins beside the portal's own whose documents may be shown, from its configuration (`documentOrigins`). */
export function useDocumentOrigins(): readonly string[] {
  return useContext(DocumentOriginsContext);
}
