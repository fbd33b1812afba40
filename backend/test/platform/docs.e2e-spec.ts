import { Ajv2020 } from 'ajv/dist/2020.js';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.js';
import { addressOf, REQUESTS } from '../attack/support/requests.js';
import { gather, PUSH_TEST_HOST, ROLES, type Cast, type Role } from '../attack/support/cast.js';
import { ROUTES } from '../attack/support/matrix.js';
import { call } from '../support/client.js';
import { routesOf } from '../support/entry-points.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** The document at `/api/docs.json` agrees with what the server serves and answers. */

interface Response {
  content?: { 'application/json': { schema: object; example?: object } };
}

interface Operation {
  summary: string;
  description: string;
  responses: Record<string, Response & { $ref?: string }>;
  requestBody?: { content: { 'application/json': { example: Record<string, unknown> } } };
  parameters?: { name: string; in: string; example: string }[];
  security: Record<string, string[]>[];
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties?: object }>;
    responses: Record<string, Response>;
  };
}

let app: TestApp;
let cast: Cast;
let document: Document;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off', PUSH_TEST_HOST } });
  cast = await gather(app);
  document = (await call<Document>(app, 'GET /docs.json')).body;
});

afterAll(() => app.close());

const pathOf = (path: string): string => `/api${path.replace(/:(\w+)/g, '{$1}')}`;

function operationOf(route: string): Operation {
  const [method = '', path = ''] = route.split(' ');
  const operation = document.paths[pathOf(path)]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${route} is not documented`);
  return operation;
}

function responseOf(route: string, status: number): Response | undefined {
  const own = operationOf(route).responses[status];
  const [, name = ''] = /^#\/components\/responses\/(.+)$/.exec(own?.$ref ?? '') ?? [];
  return own?.$ref ? document.components.responses[name] : own;
}

it('the document lists exactly the routes that the server serves', () => {
  expect(document.openapi).toBe('3.1.0');
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = routesOf(app.app).map(({ name }) => {
    const [method, path = ''] = name.split(' ');
    return `${method} ${pathOf(path)}`;
  });
  expect(listed.sort()).toEqual(served.sort());
});

it('every reference in the document leads somewhere, and every schema is used', () => {
  const found = JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g);
  const { schemas, responses } = document.components;
  const referred = new Set([...found].map(([, kind, name]) => `${kind} ${name}`));
  const described = [
    ...Object.keys(schemas).map((name) => `schemas ${name}`),
    ...Object.keys(responses).map((name) => `responses ${name}`),
  ];
  expect(described.length).toBeGreaterThan(100);
  expect([...referred].sort()).toEqual(described.sort());
});

it('every field of a request is described', () => {
  for (const { name, body, query } of routesOf(app.app)) {
    const { requestBody, parameters = [] } = operationOf(name);
    const [, reference = ''] = /schemas\/(\w+)/.exec(JSON.stringify(requestBody ?? {})) ?? [];
    const fields = Object.keys(document.components.schemas[reference]?.properties ?? {});
    expect([name, fields.sort()]).toEqual([name, body.sort()]);
    const named = (place: string) =>
      parameters.filter((one) => one.in === place).map((one) => one.name);
    expect([name, named('query').sort()]).toEqual([name, query.sort()]);
    const inPath = [...name.matchAll(/:(\w+)/g)].map(([, id]) => id);
    expect([name, named('path').sort()]).toEqual([name, inPath.sort()]);
  }
});

it('e-mail addresses are part of the user’s own data and of administrators’ lists alone', () => {
  const withEmail = Object.entries(document.components.schemas).filter(([, schema]) =>
    /"(email|phone)":/.test(JSON.stringify(schema)),
  );
  const inRequests = ['Credentials', 'CreateCode', 'MakeResetLink'];
  expect(withEmail.map(([name]) => name).sort()).toEqual(
    ['AccessCode', 'AuditItem', 'User', ...inRequests].sort(),
  );
});

it('the routes that need a sign-in say so', async () => {
  for (const route of Object.keys(REQUESTS)) {
    const { path, body } = REQUESTS[route]!(cast.home);
    const answer = await call(app, addressOf(route, path), { body });
    const needsSignIn = answer.body.error?.code === 'auth.required';
    const schemes = operationOf(route).security.flatMap((one) => Object.keys(one));
    const takesToken = schemes.some((one) => one === 'bearer' || one === 'pushTicket');
    expect([route, takesToken]).toEqual([route, needsSignIn]);
  }
});

/** The sentences on who may call a route, and the roles that may. */
const WHO: Record<string, Role[]> = {
  'Open to everybody, without a sign-in.': [...ROLES],
  'For whoever holds what the security of this route names.': [...ROLES],
  'For every signed-in user.': ROLES.filter((role) => role !== 'visitor'),
  'For members of the building.': ['resident', 'manager', 'paused'],
  'For managers of the building.': ['manager'],
  'For managers of the building, and administrators of ResQ.': ['manager', 'administrator'],
  'For the sender of the alarm and the managers.': ['resident', 'manager'],
  'For the sender of the alarm.': ['resident'],
  'For administrators of ResQ.': ['administrator'],
};
const REFUSALS = [
  'auth.required',
  'auth.admin_required',
  'building.not_a_member',
  'building.manager_required',
  'alarm.not_found',
  'alarm.not_sender',
  'alarm.not_yours',
];

it('every route has a summary and says who may, as the table of roles does', () => {
  for (const [route, outcomes] of Object.entries(ROUTES)) {
    const { summary, description, security } = operationOf(route);
    expect([route, summary]).toEqual([route, expect.stringMatching(/^[A-Z].{10,100}[^.]$/)]);
    const sentence = description.split('\n\n').at(-1) ?? '';
    // The roles have no ticket of a push.
    const needsTicket = security.every((one) => 'pushTicket' in one) && security.length > 0;
    const may = ROLES.filter((role) => needsTicket || !REFUSALS.includes(String(outcomes[role])));
    expect([route, WHO[sentence]]).toEqual([route, may]);
  }
});

it('every refusal of the table of roles is among the errors of its route', () => {
  for (const [route, outcomes] of Object.entries(ROUTES)) {
    const codes = Object.values(outcomes).filter((one) => String(one) in ERRORS) as ErrorCode[];
    for (const code of codes) {
      const response = responseOf(route, ERRORS[code].status);
      expect([route, JSON.stringify(response)]).toEqual([route, expect.stringContaining(code)]);
    }
  }
});

it('every example of a request is accepted by the validation', async () => {
  const { administrator, manager } = cast.roles;
  for (const route of Object.keys(REQUESTS)) {
    const { parameters = [], requestBody } = operationOf(route);
    const inPath = parameters.filter((one) => one.in === 'path');
    const path = Object.fromEntries(inPath.map(({ name, example }) => [name, example]));
    const body = requestBody?.content['application/json'].example;
    const { token } = route.includes(' /admin/') ? administrator : manager;
    const answer = await call(app, addressOf(route, path), { token, body });
    expect([route, answer.body?.error]).not.toEqual([
      route,
      expect.objectContaining({ code: 'request.invalid' }),
    ]);
  }
});

/** @returns the schema, which now also refuses properties that it does not name */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value)]),
  );
  return copy['properties'] && !copy['additionalProperties']
    ? { ...copy, additionalProperties: false }
    : copy;
}

describe('a real answer', () => {
  it.each(Object.keys(REQUESTS))('of %s is as documented', async (route) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'api', components: closed(document.components) });
    const { administrator, manager } = cast.roles;
    const { token } = route.includes(' /admin/') ? administrator : manager;
    const { path, body } = REQUESTS[route]!(cast.home);
    // The sign-in, the device and the membership of the manager are needed for the other routes.
    const own = /^DELETE \/(auth|devices|memberships|push)/.test(route) ? cast.foreign : cast.home;
    const address = own === cast.home ? path : REQUESTS[route]!(own).path;
    const answer = await call(app, addressOf(route, address), { token, body });
    const schema = responseOf(route, answer.status)?.content?.['application/json'].schema;
    if (answer.status === 204) return expect(schema).toBeUndefined();
    expect(schema).toBeDefined();
    const local = JSON.stringify(closed(schema)).replaceAll('"#/', '"api#/');
    const isValid = ajv.validate(JSON.parse(local) as object, answer.body);
    expect([ajv.errors, isValid]).toEqual([null, true]);
  });
});

describe('the page', () => {
  it('loads only files of this server, under a policy of its own', async () => {
    const page = await fetch(`${app.url}/api/docs`);
    const html = await page.text();
    expect([page.status, html]).toEqual([200, expect.not.stringMatching(/https?:/)]);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none';script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(files).toHaveLength(4);
    for (const path of files) {
      const { status, headers } = await fetch(app.url + path);
      expect([path, status, headers.get('content-type')]).toEqual([
        path,
        200,
        expect.stringMatching(/^(text\/(javascript|css)|image\/svg)/),
      ]);
    }
  });

  it.each(['/package.json', '/swagger-ui.js', '/../package.json', '/index.html'])(
    'does not serve %s',
    async (path) => {
      expect((await fetch(`${app.url}/api/docs${path}`)).status).toBe(404);
    },
  );
});
