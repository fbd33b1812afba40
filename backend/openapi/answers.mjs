// @ts-check
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Makes a JSON schema of what every controller method returns, read from its TypeScript type, so that
 * no type of an answer has to be written twice.
 *
 * @typedef {Record<string, unknown>} Schema
 */

const backend = join(dirname(fileURLToPath(import.meta.url)), '..');
const config = ts.getParsedCommandLineOfConfigFile(
  join(backend, 'tsconfig.json'),
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (fault) => {
      throw new Error(String(fault.messageText));
    },
  },
);
if (!config) throw new Error('tsconfig.json cannot be read');
const entries = config.fileNames.filter((file) => /\.(controller|gateway)\.ts$/.test(file));
export const program = ts.createProgram(entries, config.options);
export const checker = program.getTypeChecker();
/** @type {Record<string, Schema>} The named types of `src/contract`. */
export const schemas = {};
/** @type {Record<string, Schema>} By class and method. */
export const answers = {};
/** @type {Record<string, ts.MethodDeclaration>} The handlers of routes and events, also by both. */
export const handlers = {};

for (const file of program.getSourceFiles().filter(({ fileName }) => entries.includes(fileName))) {
  for (const owner of file.statements.filter(ts.isClassDeclaration)) {
    for (const method of owner.members.filter(ts.isMethodDeclaration)) {
      const signature = checker.getSignatureFromDeclaration(method);
      if (!signature || !ts.canHaveDecorators(method) || !ts.getDecorators(method)) continue;
      const id = `${owner.name?.text}.${method.name.getText()}`;
      handlers[id] = method;
      const type = checker.getAwaitedType(checker.getReturnTypeOfSignature(signature));
      if (!type || type.flags & ts.TypeFlags.Void || !id.includes('Controller')) continue;
      answers[id] = schemaOf(type);
    }
  }
}

/**
 * Reads the comment on a handler: its first sentence is the summary, the others the description.
 * @param {string} id
 */
export function commentOn(id) {
  const method = handlers[id];
  const symbol = method && checker.getSymbolAtLocation(method.name);
  const text = ts
    .displayPartsToString(symbol?.getDocumentationComment(checker))
    .replace(/\s+/g, ' ');
  const [, summary = '', more = ''] = /^(.*?\.)(?: (.*))?$/.exec(text) ?? [];
  return { summary, more };
}

/**
 * @param {ts.Type} type
 * @returns {Schema}
 */
export function schemaOf(type) {
  const { flags } = type;
  if (flags & ts.TypeFlags.Null) return { type: 'null' };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
  if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
  if (flags & ts.TypeFlags.String) return { type: 'string' };
  if (flags & ts.TypeFlags.Number) return { type: 'number' };
  if (type.isUnion()) return unionOf(type.types);
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
    return { type: 'array', items: item ? schemaOf(item) : {} };
  }
  if (!(flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return {};
  const name = nameOf(type);
  if (!name) return objectOf(type);
  // Set before its properties are read, because a type may contain itself.
  if (!schemas[name]) Object.assign((schemas[name] = {}), objectOf(type));
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * @param {ts.Type[]} types
 * @returns {Schema}
 */
function unionOf(types) {
  const present = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
  const all = present.map(schemaOf);
  const isBoolean = all.length === 2 && all.every(({ const: value }) => typeof value === 'boolean');
  if (isBoolean) return { type: 'boolean' };
  if (all.every((one) => typeof one.const === 'string')) {
    return { type: 'string', enum: all.map((one) => one.const) };
  }
  return all.length === 1 ? (all[0] ?? {}) : { anyOf: all };
}

/**
 * @param {ts.Type} type
 * @returns {Schema}
 */
function objectOf(type) {
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const properties = checker.getPropertiesOfType(type);
  const isOptional = (/** @type {ts.Symbol} */ { flags }) =>
    Boolean(flags & ts.SymbolFlags.Optional);
  return {
    type: 'object',
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map((property) => [property.name, describe(property)]),
      ),
      required: properties.filter((property) => !isOptional(property)).map(({ name }) => name),
    }),
    ...(index && { additionalProperties: schemaOf(index) }),
  };
}

/** @param {ts.Symbol} property */
function describe(property) {
  const description = ts.displayPartsToString(property.getDocumentationComment(checker));
  return { ...schemaOf(checker.getTypeOfSymbol(property)), ...(description && { description }) };
}

/**
 * Names the types of the contract, such as `Alarm` and `PageOfMember`.
 * @param {ts.Type} type
 * @returns {string | undefined}
 */
function nameOf(type) {
  const symbol = type.aliasSymbol ?? type.symbol;
  const source = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  if (!source.includes('/src/contract/') || symbol?.name.startsWith('__')) return undefined;
  const given =
    type.aliasTypeArguments ??
    (checker.typeToTypeNode(type, undefined, undefined) && 'target' in type
      ? checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))
      : []);
  const names = given.map((one) => nameOf(one) ?? '').filter(Boolean);
  return symbol && [symbol.name, ...names].join('Of');
}
