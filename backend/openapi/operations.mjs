// @ts-check
import { ERRORS } from '../dist/contract/errors.js';
import { commentOn, handlers } from './answers.mjs';
import { errorsOf, whoMay } from './errors.mjs';
import { errorExample, exampleOf } from './examples.mjs';

/**
 * Completes what Nest says of an operation: summary and description from the comment on its handler,
 * security from its guards, errors from its code, examples from its schemas.
 *
 * @typedef {import('@nestjs/swagger').OpenAPIObject['paths'][string]} Path
 * @typedef {NonNullable<Path['get']>} Operation
 * @typedef {import('../src/contract/errors.js').ErrorCode} ErrorCode
 * @typedef {import('./examples.mjs').Schemas} Schemas
 */

/** @type {Record<string, { name: string, description: string }>} By the folder of the controller. */
const PARTS = {
  gate: { name: 'Gate', description: 'The invitation codes with which a building is registered.' },
  auth: {
    name: 'Accounts',
    description: 'Sign-in, passwords, two-step sign-in, one’s own account.',
  },
  buildings: { name: 'Buildings', description: 'Buildings, members, homes, invitations, devices.' },
  demo: { name: 'Demo', description: 'The building of a server where the demo is on.' },
  alarms: { name: 'Alarms', description: 'Presses, and everything that follows one.' },
  exercises: { name: 'Exercises', description: 'Exercises, and whom an alarm reached.' },
  kiosks: { name: 'Displays', description: 'Displays in stairwells, paired by a code.' },
  push: { name: 'Push', description: 'Push subscriptions of devices, and their tests.' },
  admin: { name: 'Administration', description: 'For administrators of ResQ.' },
  health: { name: 'Health', description: 'For load balancers and operators.' },
};
export const TAGS = Object.values(PARTS);

export const SECURITY_SCHEMES = /** @type {const} */ ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token, as a sign-in gives it.',
  },
  pushTicket: { type: 'http', scheme: 'bearer', description: 'The ticket that a push carries.' },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-resq_rt',
    description: 'Set by a sign-in. Over http it is called `resq_rt`.',
  },
  challengeCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-resq_challenge',
    description: 'Set by the first step of a two-step sign-in. Over http: `resq_challenge`.',
  },
});

/** A second status with the same body. @type {Record<string, [number, string]>} */
const SECOND_STATUS = {
  'AlarmsController.raise': [200, 'Repeated: this press was saved before'],
  'HealthController.ready': [503, 'Not ready'],
};

/**
 * @param {Operation} operation
 * @param {{ security: (keyof typeof SECURITY_SCHEMES)[], schemas: Schemas }} context
 */
export function complete(operation, { security, schemas }) {
  const id = operation.operationId ?? '';
  const { summary, more } = commentOn(id);
  const found = errorsOf(id);
  const who = whoMay(found, security);
  operation.summary = summary.replace(/\.$/, '');
  operation.description = [more, who].filter(Boolean).join('\n\n');
  operation.tags = [partOf(id).name];
  operation.security = security.map((scheme) => ({ [scheme]: [] }));
  const [done] = Object.values(operation.responses);
  const [second, description = ''] = SECOND_STATUS[id] ?? [];
  if (second) operation.responses[second] = { ...done, description };
  if (!operation.requestBody) found.codes.delete('request.too_large');
  operation.responses = { ...errorsByStatus(found.codes), ...operation.responses };
  if (found.codes.has('request.origin_refused')) operation.parameters?.push(OWN_PAGES);
  addExamples(operation, schemas);
}

/** A foreign page cannot send it. */
const OWN_PAGES = /** @type {const} */ ({
  name: 'X-ResQ',
  in: 'header',
  required: true,
  description: 'Shows, with an allowed `Origin`, that no foreign page sends the cookie.',
  schema: { type: 'string', const: '1' },
});

/** @param {string} id */
function partOf(id) {
  const [, folder = ''] =
    /\/(?:modules|platform)\/(\w+)\//.exec(handlers[id]?.getSourceFile().fileName ?? '') ?? [];
  const part = PARTS[folder === 'account' ? 'auth' : folder];
  if (!part) throw new Error(`${id}: no part of the document is for ${folder}`);
  return part;
}

/** The responses of errors, by status and codes, because most routes share them. */
export const errorResponses = /** @type {Record<string, object>} */ ({});

/**
 * @param {Set<ErrorCode>} codes
 * @returns a reference to a response for each status; it names its codes
 */
function errorsByStatus(codes) {
  /** @type {Record<string, ErrorCode[]>} */
  const byStatus = {};
  for (const code of [...codes].sort()) (byStatus[ERRORS[code].status] ??= []).push(code);
  const entries = Object.entries(byStatus).map(([status, some]) => {
    const name = [status, ...some].join('-');
    errorResponses[name] ??= errorResponse(some);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(entries);
}

/** @param {string[]} codes */
export const errorSchema = (codes) => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: codes },
        message: { type: 'string', description: 'A Swedish sentence for users' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'One sentence for each refused field, by its name',
        },
        retryInMs: { type: 'number', description: 'When to send the same request again' },
        requestId: { type: 'string', format: 'uuid' },
      },
    },
  },
});

/** @param {ErrorCode[]} codes */
function errorResponse(codes) {
  const schema = errorSchema(codes);
  const examples = Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }]));
  const description = codes.map((code) => `\`${code}\``).join(', ');
  return { description, content: { 'application/json': { schema, examples } } };
}

/**
 * @param {Operation} operation
 * @param {Schemas} schemas
 */
function addExamples({ parameters = [], requestBody, responses }, schemas) {
  const bodies = [requestBody, ...Object.values(responses)];
  for (const body of bodies) {
    const json = body && 'content' in body ? body.content?.['application/json'] : undefined;
    if (json?.schema && !json.examples) json.example = exampleOf(json.schema, schemas);
  }
  for (const one of parameters) {
    if ('schema' in one && one.schema) one.example = exampleOf(one.schema, schemas, one.name);
  }
}
