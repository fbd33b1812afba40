import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { UserRole } from '../../contract/http.js';

/** Who acts, as the database knew them when the call came in. */
export interface Actor {
  userId: string;
  sessionId: string;
  email: string;
  roles: UserRole[];
}

/** The person behind an HTTP call that passed the `AccessGuard`. */
export const CurrentActor = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request & { user: Actor }>().user,
);
