// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { checker, handlers, program, schemaOf, schemas } from './answers.mjs';
import { errorsOf, whoMay } from './errors.mjs';
import { exampleOf } from './examples.mjs';

/**
 * Compares `docs/events.md` with the event maps of the contract and the gateways' handlers; writes the page
 * with `--write`.
 */
const page = new URL('../../docs/events.md', import.meta.url);

function pageOf() {
  return `# The events of the socket

This page shows every Socket.IO event of the namespace \`/\` with an example
([displays](wire.md#displays) has those of \`/kiosk\`). It is made from the types of
[\`events.ts\`](../backend/src/contract/events.ts) and the code of the handlers;
[the wire](wire.md#socketio) explains the rules, limits and order.

The examples are payloads. A client event is answered through its acknowledgement: \`{ "ok": true }\` with
the fields below, or \`{ "ok": false, "error": { … } }\` with one of the codes, and its status.

## From the server

${eventsOf('ServerToClientEvents').map(serverEvent).join('\n')}
## From the client

${eventsOf('ClientToServerEvents').map(clientEvent).join('\n')}`;
}

/** @param {string} map the name of an event map */
function eventsOf(map) {
  const file = program.getSourceFiles().find((one) => one.fileName.endsWith('/contract/events.ts'));
  const found = file?.statements.find(
    (one) => ts.isInterfaceDeclaration(one) && one.name.text === map,
  );
  if (!found) throw new Error(`${map} is not in the contract`);
  return checker.getPropertiesOfType(checker.getTypeAtLocation(found)).map((event) => {
    const [signature] = checker.getTypeOfSymbol(event).getCallSignatures();
    const [payload, done] =
      signature?.getParameters().map((one) => checker.getTypeOfSymbol(one)) ?? [];
    const comment = ts.displayPartsToString(event.getDocumentationComment(checker));
    return { name: event.name, sentence: comment.replace(/\s+/g, ' '), payload, done };
  });
}

/** @typedef {ReturnType<typeof eventsOf>[number]} Event */

/** @param {Event} event */
const serverEvent = ({ name, sentence, payload }) =>
  [`### \`${name}\`\n`, sentence, payload ? block(payload) : 'It has no payload.', ''].join('\n\n');

/** @param {Event} event */
function clientEvent({ name, sentence, payload, done }) {
  const [id] = Object.entries(handlers).find(([, method]) => eventOf(method) === name) ?? [];
  const found = errorsOf(id ?? '');
  found.codes.delete('request.too_large');
  // These are refused before the handler.
  if (!found.codes.has('alarm.rate_limited')) found.codes.add('request.rate_limited');
  if (name === 'alarm:receipt') found.codes.add('system.busy');
  const errors = [...found.codes].sort().map((code) => `\`${code}\``);
  return [
    `### \`${name}\`\n`,
    `${sentence}\n${whoMay(found, ['bearer'])}`,
    payload ? block(payload) : '',
    'Acknowledgement:',
    done ? block(acknowledged(done)) : '',
    `Errors: ${errors.join(',\n')}.\n`,
  ].join('\n\n');
}

/** @param {ts.MethodDeclaration} method */
function eventOf(method) {
  const texts = (ts.getDecorators(method) ?? []).map((one) => one.expression.getText());
  return texts.map((text) => /^SubscribeMessage\('(.+)'\)$/.exec(text)?.[1]).find(Boolean);
}

/** @param {ts.Type} callback @returns what it is called with when the event was handled */
function acknowledged(callback) {
  const [ack] = callback.getCallSignatures()[0]?.getParameters() ?? [];
  const type = ack && checker.getTypeOfSymbol(ack);
  const done = type?.isUnion() && type.types.find((one) => !one.getProperty('error'));
  if (!done) throw new Error('An event has no acknowledgement');
  return done;
}

/** @param {ts.Type} type */
const block = (type) => `\`\`\`json\n${JSON.stringify(exampleOf(schemaOf(type), schemas))}\n\`\`\``;

const wanted = await format(pageOf(), {
  ...(await resolveConfig(page)),
  parser: 'markdown',
});
if (process.argv.includes('--write')) writeFileSync(page, wanted);
else if (readFileSync(page, 'utf8') !== wanted) {
  process.stdout.write('docs/events.md is old. Run: node backend/openapi/events.mjs --write\n');
  process.exitCode = 1;
}
