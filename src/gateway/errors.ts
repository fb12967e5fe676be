import type { ExecutionResult } from 'graphql';
import { GraphQLError } from 'graphql';

export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'INVALID'
  | 'TOO_MANY'
  | 'UNAVAILABLE';

/** RFC 9457: the body of every failure of the REST API. */
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
 * The only mapping from a REST failure to a GraphQL error. The message is a sentence fit to show; `extensions` carries
 * code, status, and detail, and, if the problem has them, `errors[]`, `state`, `allowed[]`, `unmet[]`, `current`, and
 * `retryAfter`.
 */
export function errorOfProblem(status: number, body: unknown): GraphQLError {
  const { type: _type, title: _title, ...problem } = (typeof body === 'object' && body !== null ? body : {}) as Problem;
  const code = codes[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'INVALID');
  const detail = problem.detail ?? 'The service did not answer as expected. Try again in a moment.';
  return new GraphQLError(detail, { extensions: { ...problem, code, status, detail } });
}

/** The REST API cannot be reached or did not respond in time. A requested write may still have happened. */
export function unavailable(cause: unknown): GraphQLError {
  const detail = 'The service is not available right now. Try again in a moment.';
  const extensions = { code: 'UNAVAILABLE' satisfies ErrorCode, status: 503, detail };
  return new GraphQLError(detail, { extensions, originalError: cause instanceof Error ? cause : undefined });
}

/** Nobody is signed in, or the session has ended. */
export function unauthenticated(): GraphQLError {
  return errorOfProblem(401, { detail: 'Your session has ended. Please sign in again.' });
}

export function notFound(): GraphQLError {
  return errorOfProblem(404, { detail: 'There is no such thing, or it is not yours to see.' });
}

export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof GraphQLError ? (error.extensions.code as ErrorCode | undefined) : undefined;
}

type Failure = { statusCode: number; response: ExecutionResult };
type Log = { error: (details: object, sentence: string) => void };

/**
 * The errors as the client sees them. Our own pass unchanged; what GraphQL itself refuses (unknown field, bad variable,
 * over a limit) becomes INVALID with status 400; anything else is a bug of ours, which is logged and reported without
 * its message.
 */
export function formatErrors(execution: ExecutionResult, log: Log, isProduction: boolean): Failure {
  const errors = (execution.errors ?? []).flatMap(causes);
  const isRefused = execution.data == null && errors.every((error) => error.path === undefined);
  const told = errors.map((error) => {
    if (error.extensions.code !== undefined && !isLibraryCode(error.extensions.code)) return error;
    if (isRefused && isByClient(error)) return refusal(error, isProduction);
    log.error({ err: error.originalError ?? error }, 'a resolver failed');
    return new GraphQLError('Something went wrong on our side.', {
      ...(error.path ? { path: error.path } : {}),
      extensions: { code: 'UNAVAILABLE', status: 500, detail: 'Something went wrong on our side.' },
    });
  });
  const response = { data: execution.data ?? null, errors: told };
  return { statusCode: isRefused ? statusOf(told) : 200, response };
}

/** Mercurius wraps several errors in one, and compiled queries wrap ours in errors without extensions. */
function causes(error: GraphQLError): GraphQLError[] {
  const original = error.originalError as (Error & { errors?: unknown }) | null | undefined;
  if (Array.isArray(original?.errors)) return original.errors.map(asGraphqlError);
  const ours = original instanceof GraphQLError ? original.extensions : undefined;
  const { message, path } = error;
  return [
    new GraphQLError(message, {
      ...(path ? { path } : {}),
      ...(original ? { originalError: original } : {}),
      extensions: (error.extensions as typeof error.extensions | undefined)?.code ? error.extensions : ours,
    }),
  ];
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  return new GraphQLError(error instanceof Error ? error.message : 'The request could not be read.');
}

function isLibraryCode(code: unknown): boolean {
  return typeof code === 'string' && /^(MER|FST)_/.test(code);
}

/** Nothing was executed yet (the error has no path), and it is GraphQL's own error or marks the request as at fault. */
function isByClient(error: GraphQLError): boolean {
  const original = error.originalError as (Error & { statusCode?: number; code?: string }) | undefined;
  return (
    original === undefined ||
    original instanceof GraphQLError ||
    (original.statusCode ?? 500) < 500 ||
    isLibraryCode(original.code)
  );
}

function refusal(error: GraphQLError, isProduction: boolean): GraphQLError {
  const status = (error.originalError as { statusCode?: number } | undefined)?.statusCode ?? 400;
  const message =
    variableSentence(error.message) ??
    (isProduction ? error.message.replace(/ Did you mean .*\?/s, '') : error.message);
  return new GraphQLError(message, {
    extensions: { code: 'INVALID', status: status < 400 ? 400 : status, detail: message },
  });
}

/** GraphQL's messages about a variable repeat its value, which may be a password. Null for other messages. */
function variableSentence(message: string): string | null {
  const [, name] = /^Variable "\$(\w+)"/.exec(message) ?? [];
  if (name === undefined) return null;
  const [, path] = / at "([\w.[\]]+)"; /.exec(message) ?? [];
  const isMissing = path === undefined && /was not provided|must not be null/.test(message);
  return isMissing ? `"${name}" is required.` : `The value of "${path ?? name}" is not valid.`;
}

function statusOf(errors: readonly GraphQLError[]): number {
  const [first] = errors;
  return typeof first?.extensions.status === 'number' ? first.extensions.status : 400;
}
