// A limit for what never comes, not a measure: within Testing Library's own second a busy machine may not get round to a page.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 20_000 });
}
