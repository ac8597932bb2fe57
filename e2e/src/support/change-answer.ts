import type { Route } from '@playwright/test';

/** Answers as the server does, with another body. No answer is owed to a page whose context closes meanwhile. */
export async function changeAnswer(route: Route, change: (body: string) => string): Promise<void> {
  const context = route.request().frame().page().context();
  try {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  } catch (error) {
    // The context drops what it has fetched as soon as it closes.
    if (!context.isClosed()) throw error;
  }
}

/** `changeAnswer` for what the API says: `change` gets its data, and gives the whole new answer. */
export async function changeData(route: Route, change: (data: never) => object): Promise<void> {
  await changeAnswer(route, (body) => JSON.stringify(change((JSON.parse(body) as { readonly data: never }).data)));
}
