import AjvCompiler from '@fastify/ajv-compiler';
import type { BuildCompilerFromPool } from '@fastify/ajv-compiler';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type Validator = ReturnType<ReturnType<BuildCompilerFromPool>>;

type Serializer = ReturnType<ReturnType<ReturnType<typeof SerializerSelector>>>;

const buildValidator = AjvCompiler();
const buildSerializer = SerializerSelector();

/**
 * What was compiled in this process, by the texts of the schemas that it may refer to and of its own: most routes share
 * the schemas of their problems, and many those of their parameters.
 */
const validators = new Map<string, Map<string, Validator>>();
const serializers = new Map<string, Map<string, Serializer>>();

/**
 * Fastify's own compilers, but each schema is compiled by the first request that needs it, and only once: there are
 * hundreds, which would take a third of startup, and a process uses few of them at first.
 */
export function lazyCompilers(): Compilers {
  const lazyValidator: BuildCompilerFromPool = (schemas, options) => {
    const compile = buildValidator(schemas, options);
    const made = getOrAdd(validators, JSON.stringify([schemas, options]), () => new Map<string, Validator>());
    return (...part) => {
      // Typed as the schema itself, but Fastify passes it with its route.
      const { schema } = part[0] as { schema: unknown };
      let compiled: Validator | undefined;
      const validate = (value: unknown) => {
        compiled ??= getOrAdd(made, JSON.stringify(schema), () => compile(...part));
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
      const made = getOrAdd(serializers, JSON.stringify([schemas, options]), () => new Map<string, Serializer>());
      return (part) => {
        let compiled: Serializer | undefined;
        return (value) => {
          compiled ??= getOrAdd(made, JSON.stringify(part.schema), () => compile(part));
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

function getOrAdd<T>(all: Map<string, T>, key: string, make: () => T): T {
  const present = all.get(key);
  if (present !== undefined) return present;
  const made = make();
  all.set(key, made);
  return made;
}

/** A bug in the route: the error names the route and what the response lacks. */
function misfit(
  { method, url, httpStatus }: { method: string; url: string; httpStatus?: string },
  cause: unknown,
): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The answer ${httpStatus ?? ''} of ${method} ${url} does not fit its schema: ${why}`, { cause });
}
