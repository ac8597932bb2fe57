/*
 * Replaces `react-refresh/runtime` in every part's development build. With separate copies, each part would refresh only its own
 * components, and the last refresh would restore old components of other parts.
 */
import { developmentPage } from '../development-page.ts';

const { refresh } = developmentPage();

export const { createSignatureFunctionForTransform, getFamilyByType, isLikelyComponentType, performReactRefresh } =
  refresh;

/** Adds the part's name to the id, because two parts may have modules with the same name. */
export function register(type: unknown, id: string): void {
  refresh.register(type, `${PART_NAME} ${id}`);
}
