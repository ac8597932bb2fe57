/** How a page looks, in terms that engines can be compared by. */
export interface PageAppearance {
  /** What a person reads, in its order. */
  readonly words: string;
  /** Elements that reach out of the page sideways. */
  readonly outside: readonly string[];
  /** Elements with a mask; without it, what it shapes is a plain rectangle. */
  readonly masked: readonly string[];
  /** Fonts that the page uses and did not get. */
  readonly lostFonts: readonly string[];
  /** "header 0 1280": left edge and width of the main boxes, in pixels. */
  readonly boxes: readonly string[];
  /** "h1 rgb(19, 33, 29) block 700": colour, layout and weight of the main elements. */
  readonly styles: readonly string[];
}

/** In the page: its look, two frames from now. */
export async function readAppearance(): Promise<PageAppearance> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const named = (element: Element, part = '') =>
    `${element.localName}${[...element.classList].map((name) => `.${name}`).join('')}${part}`;
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = [...document.body.querySelectorAll('*')].filter(isSeen);

  const words: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!parent || parent.closest('script, style, noscript, template, option') || !isSeen(parent)) continue;
    words.push(...(text.textContent ?? '').split(/\s+/).filter(Boolean));
  }

  const clips = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement));
  const width = document.documentElement.clientWidth;
  const outside = all.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return (left < -1 || right > width + 1) && right > 0 && !clips(element.parentElement);
  });

  const masked = all.flatMap((element) =>
    ['', '::before', '::after']
      .filter((part) => {
        const style = getComputedStyle(element, part);
        return style.maskImage !== 'none' && (part === '' || style.content !== 'none');
      })
      .map((part) => named(element, part)),
  );

  const main = all.filter((element) => element.matches('header, main, footer, h1, h2, .card, table, form'));
  return {
    words: words.join(' '),
    outside: outside.map((element) => named(element)),
    masked,
    lostFonts: [...document.fonts].filter(({ status }) => status === 'error').map(({ family }) => family),
    boxes: main
      .filter((element) => !element.matches('h1, h2'))
      .map((element) => {
        const box = element.getBoundingClientRect();
        return `${named(element)} ${Math.round(box.left)} ${Math.round(box.width)}`;
      }),
    styles: main.map((element) => {
      const { color, backgroundColor, display, fontWeight } = getComputedStyle(element);
      return `${named(element)} ${color} ${backgroundColor} ${display} ${fontWeight}`;
    }),
  };
}
