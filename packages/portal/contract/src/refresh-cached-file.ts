/**
 * Replaces the browser's copy of an immutable file, which may be damaged: without this, the browser would take it for a
 * year. Asks as elements with `crossorigin` do, because caches may keep the answers to other requests apart.
 * @returns whether the right bytes have come.
 */
export async function refreshCachedFile(url: string, integrity: string, signal?: AbortSignal): Promise<boolean> {
  const asked = fetch(url, { cache: 'reload', integrity, ...(signal && { signal }) });
  return (await asked.catch(() => undefined))?.ok === true;
}
