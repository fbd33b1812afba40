import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '../errors/app-error.js';
import { CanWait } from './can-wait.js';
import { NodeLoad } from './node-load.js';

/** Runs before the check of the sign-in, which costs a node that is behind a read of the database. */
@Injectable()
export class LoadGuard implements CanActivate {
  constructor(
    private readonly load: NodeLoad,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const waiting = this.reflector.get(CanWait, context.getHandler());
    if (!waiting || !this.load.refuses(waiting)) return true;
    throw new AppError('system.busy');
  }
}
