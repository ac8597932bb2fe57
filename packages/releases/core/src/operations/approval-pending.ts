import { PlainError } from '@portal/node-kit/plain-error';
import type { Approval } from '../access/requests.ts';
import { minute } from '../format/format-values.ts';

/** A request that is allowed, but needs a second person's yes; nothing has changed yet. */
export class ApprovalPendingError extends PlainError {
  readonly approval: Approval;

  constructor(approval: Approval) {
    super(
      `Nothing has changed yet: it waits for a second person's yes until ${minute(approval.until)}, in the console or with: npm run release -- access approve ${approval.id}`,
    );
    this.approval = approval;
  }
}
