import { Ajv2020 } from 'ajv/dist/2020.js';
import { addressOf, REQUESTS } from '../attack/support/requests.js';
import { gather, PUSH_TEST_HOST, type Cast } from '../attack/support/cast.js';
import { call } from '../support/client.js';
import { routesOf } from '../support/entry-points.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** The document at `/api/docs.json` agrees with what the server serves and answers. */

interface Operation {
  responses: Record<string, { content?: { 'application/json': { schema: object } } }>;
  requestBody?: object;
  parameters?: { name: string; in: string }[];
  security?: object[];
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object }> };
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

it('every reference in the document leads somewhere', () => {
  const found = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  const names = [...found].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(names));
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
    expect([route, operationOf(route).security !== undefined]).toEqual([route, needsSignIn]);
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
    const { responses } = operationOf(route);
    const described = responses[answer.status] ?? responses['default'];
    expect(described === responses['default']).toBe(answer.status >= 400);
    const schema = described?.content?.['application/json'].schema;
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
