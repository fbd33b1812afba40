import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { GateModule } from '../gate/gate.module.js';
import { CodesController } from './codes.controller.js';
import { ResetLinksController } from './reset-links.controller.js';

@Module({ imports: [GateModule, AuthModule], controllers: [CodesController, ResetLinksController] })
export class AdminModule {}
