// @ts-check
import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModulesContainer } from '@nestjs/core';
import { ApiResponse, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import openapiTypes, { astToString } from 'openapi-typescript';
import { createApp } from '../dist/create-app.js';
import { AccessGuard } from '../dist/modules/auth/access.guard.js';
import { SystemClock } from '../dist/platform/clock.js';
import { readConfig } from '../dist/platform/config.js';
import { createDataSource } from '../dist/platform/database/data-source.js';
import { SameOriginGuard } from '../dist/platform/http/request-headers.js';
import { createLogger } from '../dist/platform/logging.js';
import { answers, schemas } from './answers.mjs';
import { describeInput } from './inputs.mjs';
import { complete, errorResponses, SECURITY_SCHEMES, TAGS } from './operations.mjs';

/**
 * Writes `dist/openapi.json`, which a node serves at `/api/docs.json`: all routes in OpenAPI 3.1. The
 * types of a client follow from it in `dist/openapi.d.ts`, as any developer makes them.
 * Addresses and statuses come from the controllers, requests from their validators, answers from their
 * types. The application is created for that, and connects to nothing.
 *
 * @typedef {new (...args: never[]) => object} Class
 * @typedef {{ id: string, controller: Class, name: string, inputs: Class[], guards: unknown[] }} Handler
 */

/** The handlers without a guard that check the request's ticket themselves. */
const CHECKS_TICKET = ['PushController.confirm'];

const DESCRIPTION = `Emergency alarms for residential buildings. \`docs/first-alarm.md\` leads from a token to
an alarm that is heard, \`docs/wire.md\` explains the rules behind the routes, and \`docs/events.md\` lists the
events of the socket. Messages of errors are Swedish sentences for users; programs read their codes.`;

const dataDir = mkdtempSync(join(tmpdir(), 'resq-openapi-'));
const env = { DATABASE_URL: 'postgres://127.0.0.1/none', DATA_DIR: dataDir };
const config = readConfig(env);
const database = createDataSource(config.databaseUrl, { entities: [], migrations: [] });
const logger = createLogger('silent');
const app = await createApp({ config, logger, clock: new SystemClock(), database });
rmSync(dataDir, { recursive: true });
const dist = new URL('../dist/', import.meta.url);
const document = JSON.stringify(describeApi());
writeFileSync(new URL('openapi.json', dist), document);
writeFileSync(new URL('openapi.d.ts', dist), astToString(await openapiTypes(document)));
// Its timers would keep the process.
process.exit(0);

function describeApi() {
  const security = new Map(handlers().map((handler) => [handler.id, decorate(handler)]));
  const builder = new DocumentBuilder()
    .setTitle('ResQ')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'The server that this document comes from');
  TAGS.forEach(({ name, description }) => builder.addTag(name, description));
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
  const named = { ...document.components?.schemas, ...schemas };
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.get, path.post, path.patch, path.delete]) {
      if (!operation) continue;
      // Nest names the headers that a handler reads, such as the browser's name; clients send them.
      operation.parameters = (operation.parameters ?? []).filter(
        (one) => !('in' in one) || one.in !== 'header',
      );
      const accepted = security.get(operation.operationId ?? '') ?? [];
      complete(operation, { security: accepted, schemas: named });
    }
  }
  return {
    ...document,
    info: { ...document.info, license: { name: 'MIT', identifier: 'MIT' } },
    components: {
      securitySchemes: SECURITY_SCHEMES,
      responses: errorResponses,
      schemas: named,
    },
  };
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
        id: `${controller.name}.${name}`,
        controller,
        name,
        inputs: Reflect.getMetadata('design:paramtypes', prototype, name) ?? [],
        guards: [controller, prototype[name]].flatMap(
          (owner) => Reflect.getMetadata('__guards__', owner) ?? [],
        ),
      }));
  });
}

/**
 * Says what Nest cannot see: the inputs' fields and the body of the answer.
 * @param {Handler} handler
 * @returns {(keyof typeof SECURITY_SCHEMES)[]} what the route accepts
 */
function decorate({ id, controller, name, inputs, guards }) {
  inputs.forEach((input) => describeInput(input));
  const { prototype } = controller;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const schema = answers[id];
  const content = schema && { content: { 'application/json': { schema } } };
  const status = statusOf(descriptor.value);
  ApiResponse({ status, description: 'Done', ...content })(prototype, name, descriptor);
  if (CHECKS_TICKET.includes(id)) return ['pushTicket'];
  if (guards.includes(SameOriginGuard)) {
    return [name === 'finishSignIn' ? 'challengeCookie' : 'refreshCookie'];
  }
  if (guards.includes(AccessGuard)) return ['bearer'];
  // A guard that extends the sign-in's accepts the tickets of pushes as well.
  const extended = guards.some(
    (guard) => typeof guard === 'function' && guard.prototype instanceof AccessGuard,
  );
  return extended ? ['bearer', 'pushTicket'] : [];
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
