import { basename } from 'node:path';

/**
 * Reports names from the project's former private vocabulary and suggests the common word. It
 * checks declared names and file names. An imported name is reported where it is declared.
 */

/** Words that are retired anywhere in a name: `house`, `openHouse`, `HOUSE_COUNT`. */
const ANYWHERE = new Map([
  ['house', 'building'],
  ['houses', 'buildings'],
  ['drill', 'exercise'],
  ['drills', 'exercises'],
  ['told', 'payload, message or ack'],
  ['heard', 'received or played'],
  ['unheard', 'missed or muted'],
  ['kept', 'saved or committed'],
  ['quiet', 'mute'],
  ['quieted', 'muted'],
  ['quiets', 'mutes'],
  ['wish', 'request'],
  ['wishes', 'requests'],
  ['rungs', 'degraded audio'],
  ['strangers', 'non-members'],
  ['standings', 'member state'],
]);

/** Words that are retired at the beginning of a name: `tell`, `tellTabs`. */
const FIRST = new Map([
  ['tell', 'send, post or notify'],
  ['tells', 'sends, posts or notifies'],
  ['hear', 'receive or subscribe'],
  ['hears', 'receives'],
]);

/** Whole names that are retired, in any notation: `patientPool` also as `patient-pool.ts`. */
const WHOLE = new Map([
  ['hints', 'change signals'],
  ['streamTurns', 'keyed queue'],
  ['inTurn', 'serialize'],
  ['people', 'members or names'],
  ['looks', 'icons or styles'],
  ['alarmPublisher', 'personal events'],
  ['socketEntry', 'connection admission'],
  ['socketWatch', 'connection sweeper'],
  ['socketFarewell', 'shutdown notice'],
  ['socketBacklog', 'slow consumers'],
  ['readinessTeller', 'readiness broadcaster'],
  ['collector', 'batch loader'],
  ['impatientClient', 'timeout client'],
  ['patient', 'backoff'],
  ['patientPool', 'backoff pool'],
  ['untilThere', 'retry until available'],
  ['atMost', 'with timeout'],
  ['keeping', 'retention'],
  ['dice', 'prng'],
  ['mishaps', 'faults'],
  ['levers', 'fault switches'],
]);

/** Ends of paths that are retired. */
const FILES = new Map([
  ['calls.ts', '*-api.ts'],
  ['known.ts', 'tolerant-decode.ts'],
  ['e2e/witness.ts', 'page-observer.ts'],
]);

/** These mean "hold in this state", not "save"; the contract has `keepSpaces`. */
const ALLOWED = /^(keep_?alive|keepConnected$|keepScreenOn$|keepSpaces$)/i;
/** Error codes and columns keep their names: the wire and the database use them. */
const SNAKE_CASE = /^[a-z0-9]+(_[a-z0-9]+)+$/;

/** @param {string} name `camelCase`, `PascalCase`, `SCREAMING_CASE` or `kebab-case` */
function wordsOf(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

const WHOLE_BY_WORDS = new Map([...WHOLE].map(([name, use]) => [wordsOf(name).join(' '), use]));

/** @returns {string | undefined} the word to use instead */
function replacementOf(name) {
  if (ALLOWED.test(name) || SNAKE_CASE.test(name)) return undefined;
  const words = wordsOf(name);
  const [first = '', second] = words;
  if (first === 'keep' && second) return 'save, hold or remain';
  const retired = words.find((word) => ANYWHERE.has(word));
  if (retired) return ANYWHERE.get(retired);
  return FIRST.get(first) ?? WHOLE_BY_WORDS.get(words.join(' '));
}

/** `note` is a field of an alarm, and `Note` may show it. Only the verb is retired. */
function replacementOfFunction(name) {
  return /^note([A-Z]|$)/.test(name) ? 'record, set or mark' : replacementOf(name);
}

const FUNCTIONS = new Set(['FunctionExpression', 'ArrowFunctionExpression']);
const isFunction = (node) => FUNCTIONS.has(node?.type);

/** `manager` is a role; a database transaction is `tx`. */
function isEntityManager({ name, node, type }) {
  if (name.name !== 'manager') return false;
  if (name.typeAnnotation?.typeAnnotation.typeName?.name === 'EntityManager') return true;
  const { parent } = node;
  const callee = parent?.type === 'CallExpression' ? parent.callee : undefined;
  return type === 'Parameter' && /transaction/i.test(callee?.property?.name ?? callee?.name ?? '');
}

const rule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { retired: '"{{name}}" is a retired name. Use instead: {{use}}.' },
  },
  create(context) {
    const report = (node, name, use) => {
      if (use) context.report({ node, messageId: 'retired', data: { name, use } });
    };

    /** Checks variables, parameters, functions, classes and types. */
    const checkDefinition = (definition) => {
      const { name, node, type } = definition;
      if (type === 'ImportBinding' && node.imported?.name === name.name) return;
      if (type === 'ImportBinding' && node.type === 'ImportDefaultSpecifier') return;
      const isCalled = type === 'FunctionName' || (type === 'Variable' && isFunction(node.init));
      const use = isEntityManager(definition) ? 'tx' : undefined;
      report(name, name.name, use ?? (isCalled ? replacementOfFunction : replacementOf)(name.name));
    };

    const checkMember = ({ key, computed, value, method, type }) => {
      if (computed || key?.type !== 'Identifier') return;
      const isCalled = method || /Method/.test(type) || isFunction(value);
      report(key, key.name, (isCalled ? replacementOfFunction : replacementOf)(key.name));
    };

    return {
      Program(node) {
        const file = basename(context.filename);
        const [stem = ''] = file.split('.');
        const path = context.filename.replaceAll('\\', '/');
        const known = [...FILES.keys()].find((end) => path.endsWith(`/${end}`));
        report(node, file, FILES.get(known) ?? replacementOf(stem));
      },
      'Program:exit'() {
        const definitions = context.sourceCode.scopeManager.scopes.flatMap(({ variables }) =>
          variables.flatMap(({ defs }) => defs),
        );
        // A class name is defined in two scopes but reported once.
        const byName = new Map(definitions.map((definition) => [definition.name, definition]));
        [...byName.values()]
          .filter(({ name }) => name.type === 'Identifier')
          .forEach(checkDefinition);
      },
      'ObjectExpression > Property:not([shorthand=true])': checkMember,
      PropertyDefinition: checkMember,
      MethodDefinition: checkMember,
      TSAbstractMethodDefinition: checkMember,
      TSPropertySignature: checkMember,
      TSMethodSignature: checkMember,
    };
  },
};

export const retiredNames = { rules: { 'retired-names': rule } };
