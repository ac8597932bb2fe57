/** What a test gets for a style sheet. */
export const styles = {};
