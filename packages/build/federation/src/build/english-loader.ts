/**
 * A bundler's loader for development builds: passes an English catalogue to the page, which may turn it into
 * pseudo-texts.
 */
export default function englishLoader(json: string): string {
  return `export default window.__developmentPage.texts(${JSON.stringify(JSON.parse(json))});`;
}
