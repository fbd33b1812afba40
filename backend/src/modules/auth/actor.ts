import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { UserRole } from '../../contract/http.js';

/** The user who acts, as the database describes them when the request arrives. */
export interface Actor {
  userId: string;
  sessionId: string;
  email: string;
  roles: UserRole[];
  /** The device of the notification from which the user acts; undefined for a sign-in. */
  deviceId?: string;
}

/** The user of an HTTP request that passed the `AccessGuard`. */
export const CurrentActor = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request & { user: Actor }>().user,
);
