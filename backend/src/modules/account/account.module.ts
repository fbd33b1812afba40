import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { AccountController } from './account.controller.js';

@Module({ imports: [AuthModule, BuildingsModule], controllers: [AccountController] })
export class AccountModule {}
