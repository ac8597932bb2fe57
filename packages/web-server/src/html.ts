/** JSON for the inside of a script element: no "<" stands in it, so neither "</script" nor "<!--" can. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** Fills the places "%NAME%" of a template in one pass, so that what is filled in is never taken for a place. */
export function fillPlaces(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/%([A-Z]+)%/g, (place, name: string) => values[name] ?? place);
}
