// Only a limit: Testing Library's default of one second can be too short on a busy machine.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 20_000 });
}
