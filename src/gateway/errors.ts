import { GraphQLError } from 'graphql';

export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'INVALID'
  | 'TOO_MANY'
  | 'UNAVAILABLE';

/** RFC 9457, as the REST API answers every failure. */
type Problem = { detail?: string } & Record<string, unknown>;

const codes: Record<number, ErrorCode> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  429: 'TOO_MANY',
};

/**
 * The one map from a REST failure to a GraphQL error. The message is a sentence fit to show; `extensions` carries
 * code, status and detail, and what the problem has of `errors[]`, `state`, `allowed[]`, `unmet[]`, `current`,
 * `retryAfter`.
 */
export function errorOfProblem(status: number, body: unknown): GraphQLError {
  const { type: _type, title: _title, ...problem } = (typeof body === 'object' && body !== null ? body : {}) as Problem;
  const code = codes[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'INVALID');
  const detail = problem.detail ?? 'The service did not answer as expected. Try again in a moment.';
  return new GraphQLError(detail, { extensions: { ...problem, code, status, detail } });
}

/** The REST API cannot be reached, or did not answer in time. What it was asked to write may have been written. */
export function unavailable(cause: unknown): GraphQLError {
  const detail = 'The service is not available right now. Try again in a moment.';
  const extensions = { code: 'UNAVAILABLE' satisfies ErrorCode, status: 503, detail };
  return new GraphQLError(detail, { extensions, originalError: cause instanceof Error ? cause : undefined });
}

/** Nobody is signed in, or not any more. */
export function unauthenticated(): GraphQLError {
  return errorOfProblem(401, { detail: 'Your session has ended. Please sign in again.' });
}

export function notFound(): GraphQLError {
  return errorOfProblem(404, { detail: 'There is no such thing, or it is not yours to see.' });
}

export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof GraphQLError ? (error.extensions.code as ErrorCode | undefined) : undefined;
}
