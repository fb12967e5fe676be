/** Stands in for the parser that wouter would bring along: paths are matched by the session's table of routes. */
export function parse(): never {
  throw new Error('Paths are matched by src/machines/session/routes.ts.');
}
