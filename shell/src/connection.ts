declare global {
  interface Navigator {
    /** Known in Chromium alone. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

export const savesData = () => navigator.connection?.saveData === true;
/** Browsers that do not tell count as fast. */
export const isSlow = () => !['4g', undefined].includes(navigator.connection?.effectiveType);
