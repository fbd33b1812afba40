import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

export type Class = new (...args: never[]) => object;

export interface Handler {
  controller: Class;
  name: string;
  inputs: Class[];
  guards: unknown[];
}

/** @returns the methods of all controllers that serve a route */
export function handlersOf(app: INestApplication): Handler[] {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap(({ controllers }) =>
    [...controllers.values()].map(({ metatype }) => metatype as Class),
  );
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, object>;
    return Object.getOwnPropertyNames(prototype)
      .filter((name) => name !== 'constructor' && Reflect.hasMetadata('path', prototype[name]!))
      .map((name) => ({
        controller,
        name,
        inputs: (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as Class[],
        guards: [controller, prototype[name]!].flatMap(
          (owner) => (Reflect.getMetadata('__guards__', owner) ?? []) as unknown[],
        ),
      }));
  });
}
