// @ts-check
import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModulesContainer } from '@nestjs/core';
import { ApiBearerAuth, ApiResponse, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ERRORS } from '../dist/contract/errors.js';
import { createApp } from '../dist/create-app.js';
import { AccessGuard } from '../dist/modules/auth/access.guard.js';
import { SystemClock } from '../dist/platform/clock.js';
import { readConfig } from '../dist/platform/config.js';
import { createDataSource } from '../dist/platform/database/data-source.js';
import { createLogger } from '../dist/platform/logging.js';
import { answers, schemas } from './answers.mjs';
import { describeInput } from './inputs.mjs';

/**
 * Writes `dist/openapi.json`, which a node serves at `/api/docs.json`: all routes in OpenAPI 3.1.
 * Addresses and statuses come from the controllers, requests from their validators, answers from their
 * types. The application is created for that, and connects to nothing.
 *
 * @typedef {new (...args: never[]) => object} Class
 * @typedef {{ controller: Class, name: string, inputs: Class[], guards: unknown[] }} Handler
 */

/** The handlers without a guard that check the request's token themselves. */
const CHECKS_TOKEN = ['PushController.confirm'];

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS) },
        message: { type: 'string', description: 'A Swedish sentence for users' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        requestId: { type: 'string', format: 'uuid' },
      },
    },
  },
};
const REFUSED = {
  description: 'Refused or failed',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResult' } } },
};

const dataDir = mkdtempSync(join(tmpdir(), 'resq-openapi-'));
const env = { DATABASE_URL: 'postgres://127.0.0.1/none', DATA_DIR: dataDir };
const config = readConfig(env);
const database = createDataSource(config.databaseUrl, { entities: [], migrations: [] });
const logger = createLogger('silent');
const app = await createApp({ config, logger, clock: new SystemClock(), database });
rmSync(dataDir, { recursive: true });
const file = new URL('../dist/openapi.json', import.meta.url);
writeFileSync(file, JSON.stringify(describeApi()));
// Its timers would keep the process.
process.exit(0);

function describeApi() {
  for (const handler of handlers()) decorate(handler);
  const settings = new DocumentBuilder()
    .setTitle('ResQ')
    .setDescription('docs/wire.md explains the routes and also describes the socket’s events.')
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
  const named = { ...document.components?.schemas, ...schemas, ErrorResult: ERROR };
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.get, path.post, path.patch, path.delete]) {
      if (!operation) continue;
      operation.responses['default'] = REFUSED;
      // Nest names the headers that a handler reads, such as the browser's name; clients send them.
      operation.parameters = operation.parameters?.filter(
        (one) => !('in' in one) || one.in !== 'header',
      );
    }
  }
  return { ...document, components: { ...document.components, schemas: named } };
}

/** @returns {Handler[]} the methods of all controllers that serve a route */
function handlers() {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap(({ controllers }) =>
    [...controllers.values()].map(({ metatype }) => /** @type {Class} */ (metatype)),
  );
  return controllers.flatMap((controller) => {
    const { prototype } = controller;
    return Object.getOwnPropertyNames(prototype)
      .filter((name) => name !== 'constructor' && Reflect.hasMetadata('path', prototype[name]))
      .map((name) => ({
        controller,
        name,
        inputs: Reflect.getMetadata('design:paramtypes', prototype, name) ?? [],
        guards: [controller, prototype[name]].flatMap(
          (owner) => Reflect.getMetadata('__guards__', owner) ?? [],
        ),
      }));
  });
}

/** @param {Handler} handler */
function decorate({ controller, name, inputs, guards }) {
  inputs.forEach((input) => describeInput(input));
  const { prototype } = controller;
  const id = `${controller.name}.${name}`;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const schema = answers[id];
  const content = schema && { content: { 'application/json': { schema } } };
  const status = statusOf(descriptor.value);
  ApiResponse({ status, description: 'Done', ...content })(prototype, name, descriptor);
  // A guard that extends the sign-in's accepts access tokens as well.
  const isGuarded = guards.some(
    (guard) =>
      guard === AccessGuard ||
      (typeof guard === 'function' && guard.prototype instanceof AccessGuard),
  );
  if (isGuarded || CHECKS_TOKEN.includes(id)) ApiBearerAuth()(prototype, name, descriptor);
}

/**
 * Nest answers a POST with 201 unless its handler says otherwise.
 * @param {object} handler
 * @returns {number}
 */
function statusOf(handler) {
  const POST = 1;
  const usual = Reflect.getMetadata('method', handler) === POST ? 201 : 200;
  return Reflect.getMetadata('__httpCode__', handler) ?? usual;
}
