/**
 * `npm run texts`: prints every text that a person may read, for proofreading as one document: first the screens' texts
 * by portal and screen, then mails, documents, refusals, and commands by file. `npm run texts -- src/views/chat` prints
 * those of a folder. An inserted value is shown as {…}.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { root } from './inputs.ts';

/** Attributes and properties whose value is for machines. */
const CODES =
  /^(?:className|class|href|src|id|key|type|name|role|rel|target|method|path|url|event|kind|variant|size|tone|color|d|viewBox|transform|autoComplete|inputMode|data-.*|aria-(?:labelledby|describedby|controls|live|current|haspopup)|style|accept|htmlFor|import|from|fetchPolicy|pattern|\$id|format|operationId|sql|query)$/;
/** Calls whose strings are for machines. */
const CODE_CALLS =
  /^(?:cx|sql|gql|require|import|select|where|whereRef|innerJoin|leftJoin|orderBy|groupBy|values|selectFrom|insertInto|updateTable|deleteFrom|querySelector|addEventListener|RegExp|test|describe|dateTimeFormat|log|register)$/;

interface Text {
  line: number;
  text: string;
}

export function textsOf(source: string, name: string): Text[] {
  const { program } = parseSync(name, source);
  const found: { at: number; text: string }[] = [];
  /** Source ranges that are for machines, in which no text counts. */
  const machines: [number, number][] = [];
  const isForMachines = (at: number): boolean => machines.some(([from, to]) => at >= from && at < to);
  const add = (at: number, text: string): void => {
    const clean = text.replaceAll(/\s+/g, ' ').trim();
    if (clean !== '' && !isForMachines(at)) found.push({ at, text: clean });
  };
  const template = (node: { quasis: { value: { cooked: string | null } }[] }): string =>
    node.quasis.map(({ value }) => value.cooked ?? '').join('{…}');
  new Visitor({
    ImportDeclaration: (node) => void machines.push([node.start, node.end]),
    ExportAllDeclaration: (node) => void machines.push([node.start, node.end]),
    TSTypeAnnotation: (node) => void machines.push([node.start, node.end]),
    TSTypeAliasDeclaration: (node) => void machines.push([node.start, node.end]),
    TSInterfaceDeclaration: (node) => void machines.push([node.start, node.end]),
    TaggedTemplateExpression(node) {
      if (node.tag.type !== 'Identifier' || node.tag.name !== 'html') machines.push([node.start, node.end]);
    },
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier' && CODES.test(node.name.name)) machines.push([node.start, node.end]);
    },
    Property(node) {
      if (node.key.type === 'Identifier' && CODES.test(node.key.name)) machines.push([node.start, node.end]);
      else if (node.key.type === 'Literal') machines.push([node.key.start, node.key.end]);
    },
    CallExpression(node) {
      const callee = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee;
      if (callee.type === 'Identifier' && CODE_CALLS.test(callee.name)) machines.push([node.start, node.end]);
    },
    JSXElement(node) {
      const words = node.children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(child.value));
      if (!words) return;
      const shown = node.children.map((child) => {
        if (child.type === 'JSXText') return child.value;
        const isSpace = child.type === 'JSXExpressionContainer' && child.expression.type === 'Literal';
        return isSpace ? ' ' : '{…}';
      });
      add(node.start, shown.join(''));
    },
    Literal(node) {
      if (typeof node.value === 'string' && isText(node.value)) add(node.start, node.value);
    },
    TemplateLiteral(node) {
      const text = template(node);
      if (isText(text)) add(node.start, text);
    },
  }).visit(program);
  const texts = found
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => ({ line: source.slice(0, at).split('\n').length, text }));
  return texts.filter(
    ({ line, text }, index) => !texts.slice(0, index).some((one) => one.line === line && one.text === text),
  );
}

/** A sentence, or a word that begins like a label. */
function isText(text: string): boolean {
  const words = text.replaceAll('{…}', ' ').trim();
  if (!/\p{L}{2}/u.test(words) || /[_<>=|\\]|^[./#@]|:\/\/|^[a-z-]+:|\w\(/.test(words)) return false;
  return /\s/.test(words)
    ? /^[\p{Lu}\d“"(’]|[.!?…]$|\p{Ll}{2} \p{Ll}{2}/u.test(words)
    : /^\p{Lu}\p{Ll}+[.:…!?]?$/u.test(words);
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isTest(path) && !path.startsWith('src/generated/'))
    .toSorted();

/** The files that a file imports, statically or lazily. */
function importsOf(path: string): string[] {
  return Array.from(read(path).matchAll(/(?:from|import\() ?'((?:#src|\.)[^']*\.tsx?)'/g), ([, target]) =>
    target!.startsWith('#src/') ? target!.replace('#src/', 'src/') : join(dirname(path), target!),
  ).filter((target) => target !== 'src/views/routes.ts' && !target.startsWith('src/generated/'));
}

/** Files reachable from a screen that were not already listed under an earlier one. */
function reach(path: string, seen: Set<string>): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  return [path, ...importsOf(path).flatMap((target) => reach(target, seen))];
}

function print(heading: string, paths: readonly string[]): void {
  const parts = paths.flatMap((path) => {
    const texts = textsOf(read(path), path);
    return texts.length === 0 ? [] : [`\n### ${path}\n`, ...texts.map(({ line, text }) => `${line}: ${text}`)];
  });
  if (parts.length > 0) console.log([`\n## ${heading}`, ...parts].join('\n'));
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (folder) print(folder, list(`${folder}/**/*.{ts,tsx}`));
  else {
    const seen = new Set<string>();
    for (const portal of list('src/views/pages/*/*.tsx').filter(
      (path) => path.split('/')[3] === path.split('/')[4]!.slice(0, -4),
    ))
      for (const screen of [...importsOf(portal), portal]) {
        const shared = reach(screen, seen);
        print(`${portal.split('/')[3]}: ${screen.split('/').slice(4).join('/') || screen}`, shared);
      }
    print(
      'Screens: the rest',
      list('src/{views,app,machines}/**/*.{ts,tsx}').filter((path) => !seen.has(path)),
    );
    print(
      'Server: answers, mails, papers',
      list('src/{api,gateway,web,mailbox,payment-sandbox}/**/*.ts').filter((path) => !seen.has(path)),
    );
    print('Commands', [...list('src/*.ts'), ...list('scripts/*.ts')]);
  }
}
