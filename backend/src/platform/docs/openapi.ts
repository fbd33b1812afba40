import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiResponse,
  DocumentBuilder,
  SwaggerModule,
  type OpenAPIObject,
} from '@nestjs/swagger';
import { ERRORS } from '../../contract/errors.js';
import { describeInput } from './describe-inputs.js';
import { handlersOf, type Handler } from './handlers.js';
import { TAKES_TOKEN } from './takes-token.js';

/** Made by the build from the controllers' types; see `describe-answers.mjs`. */
const ANSWERS = fileURLToPath(new URL('../../../dist/answers.json', import.meta.url));

interface Answers {
  answers: Record<string, object>;
  schemas: Record<string, object>;
}

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

/**
 * Describes all routes in OpenAPI 3.1: addresses and statuses come from the controllers, requests
 * from their validators, answers from their types.
 * @param signInGuard the guard of the routes that need an access token
 */
export function describeApi(app: INestApplication, signInGuard: unknown): OpenAPIObject {
  const { answers, schemas } = readAnswers();
  for (const handler of handlersOf(app)) decorate(handler, answers, signInGuard);
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
  document.components = { ...document.components, schemas: named };
  const refused = {
    description: 'Refused or failed',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResult' } } },
  };
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.get, path.post, path.patch, path.delete]) {
      if (!operation) continue;
      operation.responses['default'] = refused;
      // Nest names the headers that a handler reads, such as the browser's name; clients send them.
      operation.parameters = operation.parameters?.filter(
        (one) => !('in' in one) || one.in !== 'header',
      );
    }
  }
  return document;
}

function decorate(
  { controller, name, inputs, guards }: Handler,
  answers: Answers['answers'],
  signInGuard: unknown,
): void {
  inputs.forEach((input) => describeInput(input));
  const prototype = controller.prototype as object;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!;
  const status = statusOf(descriptor.value as object);
  const schema = answers[`${controller.name}.${name}`];
  const content = schema && { content: { 'application/json': { schema } } };
  ApiResponse({ status, description: 'Done', ...content })(prototype, name, descriptor);
  // A guard that extends the sign-in's accepts access tokens as well.
  const isGuarded = guards.some((guard) => guard === signInGuard || isKindOf(guard, signInGuard));
  const takesToken = Reflect.hasMetadata(TAKES_TOKEN, descriptor.value as object);
  if (isGuarded || takesToken) ApiBearerAuth()(prototype, name, descriptor);
}

const isKindOf = (guard: unknown, base: unknown): boolean =>
  typeof guard === 'function' &&
  typeof base === 'function' &&
  guard.prototype instanceof (base as Handler['controller']);

/** Nest answers a POST with 201 unless its handler says otherwise. */
function statusOf(handler: object): number {
  const POST = 1;
  const usual = Reflect.getMetadata('method', handler) === POST ? 201 : 200;
  return (Reflect.getMetadata('__httpCode__', handler) as number | undefined) ?? usual;
}

function readAnswers(): Answers {
  if (!existsSync(ANSWERS)) return { answers: {}, schemas: {} };
  return JSON.parse(readFileSync(ANSWERS, 'utf8')) as Answers;
}
