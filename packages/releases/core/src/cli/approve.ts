import type * as v from 'valibot';
import { describeActor } from '../release-log/actor.ts';
import { minute } from '../format/format-values.ts';
import { oneLine } from '../policy/release-request.ts';
import type { AnswerSchema } from '../service-api/changes.ts';
import type { Approval } from '../access/requests.ts';
import { AnsweredSchema, ApprovalsSchema } from '../service-api/changes.ts';
import { describeChanges } from '../store/release-diff.ts';
import type { Command, CommandOutput } from './command.ts';
import { atMost, requireService } from './command.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { listRules } from './configure.ts';
import { formatChange, lines } from './format.ts';

function describeApproval({ id, at, until, actor, request, changes, ruleChanges, mayAnswer }: Approval): string {
  // Whoever asks must not write into the terminal of whoever answers.
  const [who, why] = [oneLine(describeActor(actor)), oneLine(request.reason)];
  const action = 'access' in request ? 'configure' : request.change.action;
  const asks = `${id}: ${who} asked at ${minute(at)} for ${action}: ${why}`;
  const what =
    'access' in request ? ruleChanges.map((line) => `  ${oneLine(line)}`) : [`  ${describeChanges(changes)}`];
  const may = mayAnswer ? `Yes: npm run release -- access approve ${id}` : 'You cannot answer it.';
  return lines(asks, ...what, `  Until ${minute(until)}. ${may}`);
}

async function listWaiting(service: ServiceClient): Promise<CommandOutput> {
  const { approvals } = await service.askFor({ method: 'GET', path: '/approvals', kind: 'read' }, ApprovalsSchema);
  return { text: lines(...approvals.map(describeApproval)) || 'Nothing waits for an answer.', json: { approvals } };
}

export const LIST: Command = {
  name: 'access list',
  words: '',
  summary: 'who may do what, and which changes wait for a second person',
  more: 'The access rules of the store; with a release service also what waits for a yes.',
  options: [],
  async run(call) {
    atMost(call.words, 0);
    const rules = await listRules(call);
    if (!call.service) return rules;
    const waiting = await listWaiting(call.service);
    return { text: lines(rules.text, '', waiting.text), json: { ...rules.json, ...waiting.json } };
  },
};

export const APPROVE: Command = {
  name: 'access approve',
  words: 'APPROVAL',
  summary: 'say yes, as the second person, to a change that waits for it',
  more:
    '"access list" names what waits. Nobody answers their own request. The yes carries the change out, unless releases since then make it another ' +
    'one (4). --no declines it.',
  options: ['reason', 'by', 'no', 'dry-run'],
  async run(call) {
    atMost(call.words, 1);
    const [id] = call.words;
    if (id === undefined)
      throw new UsageError('access approve needs the name of a change that waits: see "access list".');
    if (!/^[a-z0-9-]{1,64}$/.test(id)) throw new UsageError(`"${id}" is not the name of an approval.`);
    const service = requireService(call, 'access approve');
    const [reason, actsFor] = [call.text('reason'), call.text('by')];
    const json = {
      answer: call.flag('no') ? 'no' : 'yes',
      ...(reason !== undefined && { reason }),
      ...(actsFor !== undefined && { actsFor }),
    } satisfies v.InferInput<typeof AnswerSchema>;
    const path = `/approvals/${id}`;
    const { isDryRun } = call;
    const answer = await service.askFor({ method: 'POST', path, json, kind: 'change', isDryRun }, AnsweredSchema);
    if ('configuration' in answer) {
      const counts = isDryRun ? 'would count' : 'counts now';
      return { text: `Version ${String(answer.configuration.number)} of the access rules ${counts}.`, json: answer };
    }
    if (answer.outcome === 'declined')
      return { text: `${id} ${isDryRun ? 'would be' : 'is'} declined. Nothing has changed.`, json: answer };
    return formatChange(answer, 'To see it: npm run release -- status');
  },
};
