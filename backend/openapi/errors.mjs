// @ts-check
import ts from 'typescript';
import { ERRORS } from '../dist/contract/errors.js';
import { refusal } from '../dist/modules/buildings/rights.js';
import { checker, handlers } from './answers.mjs';

/**
 * Finds the errors of a route or an event: the codes of the catalogue in everything that its handler may
 * call. A code that only some ways through the code can reach is listed as well, so a list may be too
 * long, and is never too short.
 *
 * @typedef {import('../src/contract/errors.js').ErrorCode} ErrorCode
 * @typedef {import('../src/modules/buildings/rights.js').Right} Right
 * @typedef {{ codes: Set<ErrorCode>, rights: Set<Right> }} Found
 */

const COMMON = /** @type {ErrorCode[]} */ ([
  'request.invalid',
  'request.too_large',
  'system.failed',
]);

/** Codes in what all changes of a stream share, which only a press can get. */
const OF_PRESSES = /** @type {ErrorCode[]} */ (['alarm.id_taken', 'alarm.busy']);

/** Decorators whose classes run before or after the handler. */
const RUNS_CLASSES = ['UseGuards', 'UseFilters'];

/**
 * @param {string} id class and method
 * @returns {Found}
 */
export function errorsOf(id) {
  const method = handlers[id];
  if (!method) throw new Error(`${id} is no handler`);
  const seen = new Set();
  /** @type {Found} */
  const found = { codes: new Set(COMMON), rights: new Set() };

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || seen.has(node)) return;
    seen.add(node);
    if (ts.isStringLiteral(node) && isThrown(node))
      found.codes.add(/** @type {ErrorCode} */ (node.text));
    if (ts.isIdentifier(node)) declarationsOf(node).forEach(visit);
    if (ts.isDecorator(node) && /^@CanWait\b/.test(node.getText())) found.codes.add('system.busy');
    const right = rightOf(node);
    if (right) addRight(found, right);
    ts.forEachChild(node, visit);
  };
  visit(method);
  const decorators = ts.canHaveDecorators(method.parent) && ts.getDecorators(method.parent);
  for (const decorator of decorators || []) visit(decorator);
  if (!found.codes.has('alarm.not_kept')) {
    found.codes.add('system.unavailable');
    OF_PRESSES.forEach((code) => found.codes.delete(code));
  }
  // Members of a closed building have no membership any more.
  if (found.rights.size > 0 && !forAdministrators(found)) found.codes.delete('building.not_found');
  return found;
}

/**
 * Codes are also compared with, and listed in tables.
 * @param {ts.StringLiteral} node
 */
function isThrown({ text, parent }) {
  const isCompared =
    ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText());
  return text in ERRORS && !isCompared && !ts.isArrayLiteralExpression(parent);
}

/**
 * @param {ts.Identifier} name
 * @returns {readonly ts.Node[]} the code that it stands for
 */
function declarationsOf(name) {
  const own = checker.getSymbolAtLocation(name);
  const isAlias = own && own.flags & ts.SymbolFlags.Alias;
  const symbol = isAlias ? checker.getAliasedSymbol(own) : own;
  const declared = (symbol?.declarations ?? []).filter((one) => {
    const { fileName } = one.getSourceFile();
    return /\/src\/(modules|platform)\//.test(fileName) && !fileName.endsWith('/rights.ts');
  });
  return declared.flatMap((one) => /** @type {ts.Node[]} */ (bodyOf(one, name)));
}

/**
 * @param {ts.Declaration} one
 * @param {ts.Identifier} name that leads to it
 */
function bodyOf(one, name) {
  if (ts.isClassDeclaration(one)) return isRun(name) ? [one, ...strategyOf(one)] : [];
  // An entry of a table follows by its own name.
  const isTable = ts.isPropertyAccessExpression(name.parent) && name.parent.expression === name;
  if (isTable && ts.isVariableDeclaration(one)) return [];
  return ts.isFunctionLike(one) || ts.isVariableDeclaration(one) || isProperty(one) ? [one] : [];
}

/** @param {ts.Node} node */
const isProperty = (node) => ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);

/**
 * @param {ts.Identifier} name of a class
 * @returns whether the class runs with the handler, rather than being injected or named
 */
function isRun({ parent }) {
  if (ts.isExpressionWithTypeArguments(parent)) return true;
  return ts.isCallExpression(parent) && RUNS_CLASSES.includes(parent.expression.getText());
}

/**
 * Passport finds the strategy of a guard by a name.
 * @param {ts.ClassDeclaration} guard
 */
function strategyOf(guard) {
  const isGuard = guard.name?.text === 'AccessGuard';
  return isGuard
    ? guard.getSourceFile().statements.filter((one) => ts.isClassDeclaration(one) && one !== guard)
    : [];
}

/**
 * @param {ts.Node} node
 * @returns {Right | undefined} the right that a call of `RightsService` requires
 */
function rightOf(node) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
    return undefined;
  const service = checker.getTypeAtLocation(node.expression.expression).symbol?.name;
  const literal = node.arguments.find(ts.isStringLiteral);
  return service === 'RightsService' && literal ? /** @type {Right} */ (literal.text) : undefined;
}

/**
 * @param {Found} found
 * @param {Right} right
 */
function addRight({ codes, rights }, right) {
  rights.add(right);
  for (const membership of [null, RESIDENT]) {
    const code = refusal(right, membership);
    if (code) codes.add(code);
  }
}

const RESIDENT = /** @type {const} */ ({ role: 'resident', status: 'active' });

/** @param {Found} found */
const forAdministrators = ({ rights }) =>
  [...rights].some((right) => refusal(right, null, true) === undefined);

/**
 * @param {Found} found
 * @param {string[]} security the names of the schemes that the route accepts
 * @returns who may call the route
 */
export function whoMay(found, security) {
  const { codes, rights } = found;
  const manages = [...rights].some((right) => refusal(right, RESIDENT));
  const isMember = codes.has('building.not_a_member') || codes.has('alarm.not_found');
  if (security.length === 0) return 'Open to everybody, without a sign-in.';
  if (!security.includes('bearer')) {
    return 'For whoever holds what the security of this route names.';
  }
  if (codes.has('auth.admin_required')) return 'For administrators of ResQ.';
  if (codes.has('alarm.not_sender')) return 'For the sender of the alarm.';
  if (codes.has('alarm.not_yours')) return 'For the sender of the alarm and the managers.';
  if (forAdministrators(found)) return 'For managers of the building, and administrators of ResQ.';
  // A member needs that right for an exercise alone.
  const needsManager = codes.has('building.manager_required') && !codes.has('alarm.not_kept');
  if (manages || needsManager) return 'For managers of the building.';
  return isMember ? 'For members of the building.' : 'For every signed-in user.';
}
