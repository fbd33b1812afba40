import { BeforeApplicationShutdown, Injectable, OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { withTimeout } from './with-timeout.js';

/** A call that takes longer would not have been answered. */
const FINISH_MS = 5_000;

/** Shuts a node down without breaking calls off: it accepts no new ones and finishes the others. */
@Injectable()
export class Drain implements OnModuleDestroy, BeforeApplicationShutdown {
  private leaving = false;
  private running = 0;
  private finished: (() => void) | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  get isLeaving(): boolean {
    return this.leaving;
  }

  /** Counts work that should be finished. @returns a function to call once when it is */
  begin(): () => void {
    this.running += 1;
    return () => {
      this.running -= 1;
      if (this.running === 0) this.finished?.();
    };
  }

  /** Counts HTTP calls. While draining, `Connection: close` moves clients to other nodes. */
  readonly middleware = (_request: Request, response: Response, next: NextFunction): void => {
    response.once('close', this.begin());
    if (this.leaving) response.setHeader('Connection', 'close');
    next();
  };

  onModuleDestroy(): void {
    this.leaving = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.running > 0) {
      const finished = new Promise<void>((resolve) => (this.finished = resolve));
      await withTimeout(FINISH_MS, finished).catch(() => undefined);
    }
    const server = this.host.httpAdapter?.getHttpServer() as
      { closeAllConnections?: () => void } | undefined;
    server?.closeAllConnections?.();
  }
}
