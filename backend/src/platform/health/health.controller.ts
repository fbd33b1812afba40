import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import type { Health } from '../../contract/http.js';
import { Drain } from '../drain.js';

@Controller('health')
export class HealthController {
  constructor(
    private readonly database: DataSource,
    private readonly drain: Drain,
  ) {}

  @Get('live')
  live(): Health {
    return { status: 'ok', parts: { process: 'up' } };
  }

  /** Ready means: an alarm can be kept, and the node is not going away. Redis is not needed for that. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const keeps = await this.database.query('select 1').then(
      () => true,
      () => false,
    );
    const ready = keeps && !this.drain.isLeaving;
    if (!ready) response.status(HttpStatus.SERVICE_UNAVAILABLE);
    const word = (up: boolean): 'up' | 'down' => (up ? 'up' : 'down');
    return {
      status: ready ? 'ok' : 'unavailable',
      parts: { process: word(!this.drain.isLeaving), database: word(keeps) },
    };
  }
}
