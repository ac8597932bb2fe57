/*
 * Stands in for `react-refresh/runtime` in every part's development build. With a copy of its own each part would know its own
 * components only, and the part that refreshed last would bring back old components of the others.
 */
import { developmentPage } from '../development-page.ts';

const { refresh } = developmentPage();

export const { createSignatureFunctionForTransform, getFamilyByType, isLikelyComponentType, performReactRefresh } =
  refresh;

/** Two parts may have a module of the same name. */
export function register(type: unknown, id: string): void {
  refresh.register(type, `${PART_NAME} ${id}`);
}
