import { PlainError } from '@portal/node-kit/plain-error';

/** The release service is away or busy, or its store is. The message says what to do. */
export class ServiceError extends PlainError {}
