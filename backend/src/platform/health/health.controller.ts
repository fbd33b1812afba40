import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import type { Health } from '../../contract/http.js';

@Controller('health')
export class HealthController {
  constructor(private readonly database: DataSource) {}

  @Get('live')
  live(): Health {
    return { status: 'ok', parts: { process: 'up' } };
  }

  /** Ready means: an alarm can be kept. Redis is not needed for that. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const up = await this.database.query('select 1').then(
      () => true,
      () => false,
    );
    if (!up) response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return { status: up ? 'ok' : 'unavailable', parts: { database: up ? 'up' : 'down' } };
  }
}
