/**
 * The name of the country with `code` ("de") in `language`; the code in capitals if the browser does not know it.
 */
export function countryName(code: string, language: string): string {
  const region = code.toUpperCase();
  if (!/^[A-Z]{2}$/.test(region)) return region;
  return new Intl.DisplayNames([language], { type: 'region' }).of(region) ?? region;
}
