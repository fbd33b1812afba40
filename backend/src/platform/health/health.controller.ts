import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import type { Health } from '../../contract/http.js';
import { Drain } from '../drain.js';
import { Notifications } from '../database/notifications.js';
import { RedisBridge } from '../realtime/redis-bridge.js';
import { withTimeout } from '../with-timeout.js';
import { HEALTH_CHECK_MS, SaveCheck } from './save-check.js';

@Controller('health')
export class HealthController {
  constructor(
    private readonly database: DataSource,
    private readonly drain: Drain,
    private readonly notifications: Notifications,
    private readonly redis: RedisBridge,
    private readonly writes: SaveCheck,
  ) {}

  /** Answers while the process serves. */
  @Get('live')
  live(): Health {
    return { status: 'ok', parts: { process: 'up' } };
  }

  /**
   * Says whether an alarm can be saved. A node is ready while it can save one and is not shutting
   * down. The other parts are only listed for operators, because an alarm needs none of them. Presses
   * have connections of their own, and all nodes may be short of the others at once.
   */
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const keeps = await this.writes.succeeds();
    const answers = keeps || (await this.answers());
    const ready = keeps && !this.drain.isLeaving;
    if (!ready) response.status(HttpStatus.SERVICE_UNAVAILABLE);
    const word = (up: boolean): 'up' | 'down' => (up ? 'up' : 'down');
    return {
      status: ready ? 'ok' : 'unavailable',
      parts: {
        process: word(!this.drain.isLeaving),
        database: word(answers),
        writes: word(keeps),
        notify: word(this.notifications.isListening),
        ...(this.redis.isUsed && { redis: word(this.redis.isUp) }),
      },
    };
  }

  private answers(): Promise<boolean> {
    return withTimeout(HEALTH_CHECK_MS, this.database.query('select 1')).then(
      () => true,
      () => false,
    );
  }
}
