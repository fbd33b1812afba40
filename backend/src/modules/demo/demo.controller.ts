import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import type { Membership } from '../../contract/http.js';
import { RULES } from '../../contract/text-rules.js';
import { TextField } from '../../platform/input.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { DemoService } from './demo.service.js';

class JoinDemo {
  @TextField(RULES.member.name)
  name: string;

  @TextField(RULES.member.apartment)
  apartment: string;
}

@Controller('demo')
@UseGuards(AccessGuard)
export class DemoController {
  constructor(private readonly demo: DemoService) {}

  /** Makes the caller a member of the demo building. */
  @Post('join')
  join(@CurrentActor() actor: Actor, @Body() body: JoinDemo): Promise<Membership> {
    return this.demo.join(actor.userId, body);
  }
}
