/** Stands in for the parser that wouter would bring along: paths are matched by src/machines/session/routes.ts. */
export function parse(): never {
  throw new Error('no patterns');
}
