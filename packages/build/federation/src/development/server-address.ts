/** Where a page has a path of the development server, which may be another one than the page's. */
export const serverAddress = (path: string): string => `${window.__developmentServer ?? ''}${path}`;
