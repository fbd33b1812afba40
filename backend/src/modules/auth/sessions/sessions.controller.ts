import { Controller, Delete, Get, HttpCode, Param, UseGuards } from '@nestjs/common';
import type { SignInSession } from '../../../contract/http.js';
import { IdParam } from '../../../platform/input/fields.js';
import { CanWait } from '../../../platform/load/node-load.js';
import { AccessGuard } from '../access.guard.js';
import { CurrentActor, type Actor } from '../actor.js';
import { SessionsService } from './sessions.service.js';

@Controller('auth/sessions')
@UseGuards(AccessGuard)
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @CanWait('read')
  list(@CurrentActor() actor: Actor): Promise<SignInSession[]> {
    return this.sessions.list(actor);
  }

  @Delete(':id')
  @HttpCode(204)
  end(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    return this.sessions.end(actor, id);
  }
}
