/**
 * @typedef {{
 *   readonly localName: string,
 *   readonly parentElement: Styled | null,
 *   readonly style: Readonly<Record<string, string>>,
 *   hasAttribute(name: string): boolean,
 *   getAttribute(name: string): string | null,
 * }} Styled
 * @typedef {(element: Styled, pseudo?: string | null) => Readonly<Record<string, unknown>>} ComputeStyle
 * @typedef {{ readonly document: { readonly styleSheets: ArrayLike<unknown> }, getComputedStyle: ComputeStyle }} Page
 */

/** @type {(element: Styled, name: string) => string} */
const readOwn = (element, name) => (element.hasAttribute('style') && element.style[name]) || '';

/** @type {(element: Styled | null, name: string) => string} */
const readInherited = (element, name) =>
  element === null ? '' : readOwn(element, name) || readInherited(element.parentElement, name);

/**
 * Answers what queries and clicks ask of an element's style from attributes. jsdom would match its 150 rules with every
 * element that is asked about, and compute all colours: a tenth of the time of tests with a page.
 * @param {Page} page
 */
function readStylesFromAttributes(page) {
  const { document } = page;
  const computeStyle = page.getComputedStyle.bind(page);
  /** `display` without inline style, by all that jsdom's own style sheet looks at. @type {Map<string, unknown>} */
  const displays = new Map();

  const readDisplay = (/** @type {Styled} */ element) => {
    const key = `${element.localName} ${element.getAttribute('type')} ${element.hasAttribute('open')}`;
    if (!displays.has(key)) displays.set(key, computeStyle(element)['display']);
    return displays.get(key);
  };

  page.getComputedStyle = (element, pseudo) => {
    if (pseudo || document.styleSheets.length > 0) return computeStyle(element, pseudo);
    const getPropertyValue = (/** @type {string} */ name) => {
      if (name === 'display') return readOwn(element, name) || readDisplay(element);
      if (name === 'visibility') return readInherited(element, name) || 'visible';
      if (name === 'pointerEvents') return readInherited(element, name) || 'auto';
      return computeStyle(element)[name];
    };
    return new Proxy(
      {},
      { get: (_, name) => (name === 'getPropertyValue' ? getPropertyValue : getPropertyValue(String(name))) },
    );
  };
}

if ('document' in globalThis) {
  readStylesFromAttributes(/** @type {Page} */ (/** @type {unknown} */ (globalThis)));
  const { configure } = await import('@testing-library/dom');
  // Only a limit: Testing Library's default of one second can be too short on a busy machine.
  configure({ asyncUtilTimeout: 20_000 });
}
