export { renderPortal } from '../../../shell/src/render.tsx';

/** Applications usually render as soon as their code runs, whether or not the route is ready. */
export async function readyToRender(): Promise<void> {}
