/** In development builds an English catalogue goes through the page, which may make pseudo-texts of it. A bundler's loader. */
export default function englishLoader(json: string): string {
  return `export default window.__developmentPage.texts(${JSON.stringify(JSON.parse(json))});`;
}
