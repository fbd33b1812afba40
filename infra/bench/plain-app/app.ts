import 'reflect-metadata';
import {
  Body,
  Controller,
  Injectable,
  Module,
  Param,
  Post,
  Req,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import { Queue, Worker } from 'bullmq';
import { IsBoolean, IsIn, IsUUID } from 'class-validator';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Server } from 'socket.io';
import { Column, DataSource, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * An alarm in the plain way, as the guides of the frameworks show it: Passport checks a JWT,
 * class-validator the body, TypeORM inserts a row, Socket.IO sends it to the house, BullMQ takes two
 * jobs in Redis, and a row tells who did it. Nothing is queued, repeated, refused or proved.
 */

const { DATABASE_URL = '', REDIS_URL = '', JWT_SECRET = '' } = process.env;
const QUEUE = 'plain';

@Entity('alarms', { schema: 'plain' })
class Alarm {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  buildingId: string;

  @Column('uuid')
  senderId: string;

  @Column('text')
  type: string;

  @Column('timestamptz')
  raisedAt: Date;
}

@Entity('audit', { schema: 'plain' })
class AuditRow {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('text')
  action: string;

  @Column('uuid')
  actorId: string;

  @Column('timestamptz')
  at: Date;
}

class RaiseRequest {
  @IsUUID()
  alarmId: string;

  @IsIn(['fire', 'medical', 'other'])
  type: string;

  @IsBoolean()
  separate: boolean;
}

const database = new DataSource({
  type: 'postgres',
  url: DATABASE_URL,
  entities: [Alarm, AuditRow],
});

const connection = { url: REDIS_URL };
const queue = new Queue(QUEUE, { connection });
new Worker(QUEUE, () => Promise.resolve(), { connection });

@Injectable()
class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKey: JWT_SECRET,
    });
  }

  validate({ sub }: { sub: string }): { userId: string } {
    return { userId: sub };
  }
}

@WebSocketGateway({ transports: ['websocket'] })
class AlarmsGateway {
  @WebSocketServer()
  readonly server: Server;
}

@Controller('api/buildings')
class AlarmsController {
  constructor(private readonly gateway: AlarmsGateway) {}

  @Post(':id/alarms')
  @UseGuards(AuthGuard('jwt'))
  async raise(
    @Req() { user }: { user: { userId: string } },
    @Param('id') buildingId: string,
    @Body() { alarmId, type }: RaiseRequest,
  ): Promise<Alarm> {
    const { userId } = user;
    const alarm = { id: alarmId, buildingId, senderId: userId, type, raisedAt: new Date() };
    await database.getRepository(Alarm).insert(alarm);
    this.gateway.server.to(buildingId).emit('alarm', alarm);
    await queue.add('push', { alarmId });
    await queue.add('expire', { alarmId }, { delay: 60 * 60_000 });
    const row = { action: 'alarm.raised', actorId: userId, at: new Date() };
    await database.getRepository(AuditRow).insert(row);
    return alarm;
  }
}

@Module({ controllers: [AlarmsController], providers: [JwtStrategy, AlarmsGateway] })
class PlainModule {}

await database.initialize();
await database.query('create schema if not exists plain');
await database.synchronize();
await queue.waitUntilReady();
const app = await NestFactory.create(PlainModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
await app.listen(Number(process.env.PORT), '127.0.0.1');
process.send?.('ready');
