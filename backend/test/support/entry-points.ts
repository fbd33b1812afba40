import { RequestMethod, type INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';

type Class = new (...args: never[]) => object;

/** A route or an event, with the fields that its payload may have. */
export interface Door {
  /** "POST /auth/sign-in" or "alarm:raise". */
  name: string;
  body: string[];
  query: string[];
}

/** The numbers of Nest's enumeration of a handler's arguments, which it does not export. */
const BODY = 3;
const QUERY = 4;

/** @returns every route of every controller */
export function routesOf(app: INestApplication): Door[] {
  const controllers = modulesOf(app).flatMap(({ controllers }) => classesOf(controllers.values()));
  return controllers.flatMap((controller) =>
    handlersOf(controller, 'path').map(({ name, value: path }) => {
      const handler = controller.prototype[name] as object;
      const method = RequestMethod[Reflect.getMetadata('method', handler) as number];
      const parts = [Reflect.getMetadata('path', controller) as string, path];
      const full = parts.flatMap((part) => part.split('/')).filter(Boolean);
      return { name: `${method} /${full.join('/')}`, ...fieldsOf(controller, name) };
    }),
  );
}

/** @returns every event of every gateway */
export function eventsOf(app: INestApplication): Door[] {
  const gateways = modulesOf(app)
    .flatMap(({ providers }) => classesOf(providers.values()))
    .filter((provider) => Reflect.getMetadata('websockets:is_gateway', provider) === true);
  return gateways.flatMap((gateway) =>
    handlersOf(gateway, 'message').map(({ name, value: event }) => ({
      name: event,
      // A handler takes the socket and the payload.
      body: fieldsOfDto(typesOf(gateway, name)[1]),
      query: [],
    })),
  );
}

/** @returns the routes that Express serves, to compare with */
export function expressRoutesOf(app: INestApplication): string[] {
  interface Layer {
    route?: { path: string; methods: Record<string, boolean> };
  }
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  return router.stack.flatMap(({ route }) =>
    Object.keys(route?.methods ?? {}).map(
      (method) => `${method.toUpperCase()} ${route?.path.replace(/^\/api/, '')}`,
    ),
  );
}

const modulesOf = (app: INestApplication) => [...app.get(ModulesContainer).values()];

const classesOf = (wrappers: Iterable<{ metatype: unknown }>): Class[] =>
  [...wrappers].flatMap(({ metatype }) =>
    typeof metatype === 'function' && metatype.prototype ? [metatype as Class] : [],
  );

function handlersOf(owner: Class, key: string): { name: string; value: string }[] {
  return Object.getOwnPropertyNames(owner.prototype).flatMap((name) => {
    const handler: unknown = Object.getOwnPropertyDescriptor(owner.prototype, name)?.value;
    const value: unknown =
      typeof handler === 'function' && handler !== owner
        ? Reflect.getMetadata(key, handler)
        : undefined;
    return typeof value === 'string' ? [{ name, value }] : [];
  });
}

function fieldsOf(owner: Class, name: string): { body: string[]; query: string[] } {
  const args = (Reflect.getMetadata('__routeArguments__', owner, name) ?? {}) as object;
  const types = typesOf(owner, name);
  const of = (kind: number): string[] =>
    Object.keys(args)
      .filter((key) => key.startsWith(`${kind}:`))
      .flatMap((key) => fieldsOfDto(types[Number(key.split(':')[1])]));
  return { body: of(BODY), query: of(QUERY) };
}

const typesOf = (owner: Class, name: string): Class[] =>
  Reflect.getMetadata('design:paramtypes', owner.prototype, name) as Class[];

function fieldsOfDto(dto: Class | undefined): string[] {
  if (!dto) return [];
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}
