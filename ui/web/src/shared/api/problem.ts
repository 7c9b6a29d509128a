import type { components } from '@/shared/api/schema';

type Problem = components['schemas']['Problem'];

/** What is wrong with one field of a request. */
export interface FieldError {
  field: string;
  code: string;
  /** A sentence for people, in English. */
  reason: string;
}

/** Whatever kept a request from being answered: the only error that the pages know. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** A stable word such as {@code missing_scope}; {@code unreachable} when no answer came. */
  readonly code: string;
  readonly errors: readonly FieldError[];
  /** By which the node's log tells of it. */
  readonly requestId: string | undefined;
  /** Seconds after which to ask again, when the answer said so. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    detail: string,
    more: { errors?: readonly FieldError[]; requestId?: string; retryAfter?: number } = {},
  ) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = more.errors ?? [];
    this.requestId = more.requestId;
    this.retryAfter = more.retryAfter;
  }

  /** No answer came: offline, or the node is away. */
  get unreachable(): boolean {
    return this.status === 0;
  }

  /** What is wrong with that field, if anything. */
  of(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.reason;
  }
}

export function unreachable(): ApiError {
  return new ApiError(0, 'unreachable', 'No answer came.');
}

/** The error of an answer; whatever its body is, something sensible comes out. */
export function errorOf(response: Response, body: unknown): ApiError {
  const retry = Number(response.headers.get('Retry-After'));
  const retryAfter = Number.isFinite(retry) && retry > 0 ? retry : undefined;
  if (isProblem(body)) {
    return new ApiError(response.status, body.code, body.detail, {
      errors: fieldErrors(body.errors),
      requestId: body.request_id,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
  return new ApiError(response.status, 'unexpected', response.statusText || String(response.status));
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}

function fieldErrors(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) {
    return [];
  }
  return errors.filter(
    (error): error is FieldError =>
      typeof error === 'object' && error !== null && 'field' in error && 'reason' in error,
  );
}
