// For browser code only.

/**
 * The number of this page, drawn when it is first asked for: all its reports belong to one visit. It says nothing about
 * the person.
 */
export function visitId(): string {
  return (window.__visit ??= crypto.getRandomValues(new Uint32Array(3)).join('-'));
}
