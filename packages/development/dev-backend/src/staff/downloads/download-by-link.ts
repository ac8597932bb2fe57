import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { eq } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../database/open-database.ts';
import { firmware } from '../../database/firmware-schema.ts';
import { logs } from '../../database/schema.ts';
import { FirmwareFiles } from '../firmware/firmware-files.ts';
import { sampleLog } from '../logs/sample-log.ts';
import type { Services } from '../../services.ts';

/** It is a file and nothing else: it runs nothing, and no page shows it. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

const attachment = (fileName: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;

async function sendLog(db: Database, id: number, reply: FastifyReply): Promise<FastifyReply> {
  const [log] = await db.select().from(logs).where(eq(logs.id, id));
  if (!log) throw new Refusal(404, 'LINK_NOT_VALID');
  return reply
    .header('content-disposition', attachment(log.fileName))
    .type('text/plain; charset=utf-8')
    .send(sampleLog(log));
}

async function sendFirmware({ db, stateFolder }: Services, fileName: string, reply: FastifyReply) {
  const [found] = await db.select().from(firmware).where(eq(firmware.fileName, fileName));
  if (!found) throw new Refusal(404, 'LINK_NOT_VALID');
  return reply
    .header('content-disposition', attachment(fileName))
    .header('content-length', found.size)
    .header('repr-digest', `sha-256=:${found.hash}:`)
    .type('application/zip')
    .send(await new FirmwareFiles(stateFolder).open(found));
}

/** `GET downloads/{token}`: open to whoever has the address. */
export function downloadByLink(app: ApiScope, api: Services): void {
  const schema = {
    summary: 'A log or firmware, by the address that staff got for it',
    security: [],
    params: v.object({ token: v.string() }),
    response: { 200: { description: 'The file', content: { 'application/octet-stream': { schema: v.unknown() } } } },
  };
  // No HEAD, which would use the link up.
  app.get('/downloads/:token', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const target = api.downloadLinks.use(request.params.token);
    if (!target) throw new Refusal(404, 'LINK_NOT_VALID');
    reply.headers(HEADERS);
    return 'log' in target ? sendLog(api.db, target.log, reply) : sendFirmware(api, target.firmware, reply);
  });
}
