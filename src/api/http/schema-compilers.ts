import AjvCompiler from '@fastify/ajv-compiler';
import type { BuildCompilerFromPool } from '@fastify/ajv-compiler';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type Validator = ReturnType<ReturnType<BuildCompilerFromPool>>;

/**
 * Fastify's own compilers, but each schema is compiled by the first request that needs it: there are hundreds, which
 * would take a third of startup, and a process uses few of them at first.
 */
export function lazyCompilers(): Compilers {
  const buildValidator = AjvCompiler();
  const buildSerializer = SerializerSelector();
  const lazyValidator: BuildCompilerFromPool = (schemas, options) => {
    const compile = buildValidator(schemas, options);
    return (...part) => {
      let compiled: Validator | undefined;
      const validate = (value: unknown) => {
        compiled ??= compile(...part);
        const isValid = compiled(value);
        (validate as Validator).errors = compiled.errors;
        return isValid;
      };
      return validate as Validator;
    };
  };
  return {
    buildValidator: lazyValidator,
    buildSerializer: (schemas, options) => {
      const compile = buildSerializer(schemas, options);
      return (part) => {
        let compiled: ReturnType<typeof compile> | undefined;
        return (value) => {
          compiled ??= compile(part);
          try {
            return compiled(value);
          } catch (error) {
            throw misfit(part, error);
          }
        };
      };
    },
  };
}

/** A bug in the route: the error names the route and what the response lacks. */
function misfit(
  { method, url, httpStatus }: { method: string; url: string; httpStatus?: string },
  cause: unknown,
): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The answer ${httpStatus ?? ''} of ${method} ${url} does not fit its schema: ${why}`, { cause });
}
