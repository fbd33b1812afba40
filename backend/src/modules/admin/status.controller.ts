import { Controller, Get, UseGuards } from '@nestjs/common';
import type { SystemStatus } from '../../contract/status.js';
import { AccessGuard } from '../auth/access.guard.js';
import { AdminGuard } from '../auth/admin.guard.js';
import { StatusService } from './status.service.js';

@Controller('admin/status')
@UseGuards(AccessGuard, AdminGuard)
export class StatusController {
  constructor(private readonly status: StatusService) {}

  /** Says of each part whether it works, and since when. A node that is behind answers as well. */
  @Get()
  read(): Promise<SystemStatus> {
    return this.status.read();
  }
}
