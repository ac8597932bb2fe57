/** What tests read of a part's descriptor (`/part.json`). */
interface PartDescriptor {
  readonly remote: { readonly entry: string; readonly styles: readonly { readonly file: string }[] } | null;
  readonly scripts: Readonly<Record<string, string>>;
  /** The files of each page, and the texts of each language. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  readonly locales: Readonly<Record<string, readonly string[]>>;
}

/** What the web server at `url` tells the pages of its live release about a part; for the visitors without canaries. */
export async function readDescriptor(url: string, part: string): Promise<PartDescriptor> {
  const live = (await (await fetch(`${url}/release.json`)).json()) as { readonly view: string };
  const answer = await fetch(`${url}/part.json?${new URLSearchParams({ view: live.view, part }).toString()}`);
  return (await answer.json()) as PartDescriptor;
}
