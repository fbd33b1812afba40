import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { GateModule } from '../gate/gate.module.js';
import { CodesController } from './codes.controller.js';

@Module({ imports: [GateModule, AuthModule], controllers: [CodesController] })
export class AdminModule {}
