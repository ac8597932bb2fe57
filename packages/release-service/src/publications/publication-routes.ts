import type { ApiScope } from '@portal/node-kit/api-scope';
import type { RouteOptions } from '../routes/route-options.ts';

/** Offers of builds, and the uploads of their files. */
export async function publicationRoutes(_scope: ApiScope, _options: RouteOptions): Promise<void> {}
