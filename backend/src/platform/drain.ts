import { BeforeApplicationShutdown, Injectable, OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { withTimeout } from './with-timeout.js';

/** What takes longer was not going to be answered. */
const FINISH_MS = 5_000;

/** Going away without breaking anything off: nothing new is let in, what runs is finished. */
@Injectable()
export class Drain implements OnModuleDestroy, BeforeApplicationShutdown {
  private leaving = false;
  private running = 0;
  private finished: (() => void) | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  get isLeaving(): boolean {
    return this.leaving;
  }

  /** Counts something that should be finished. @returns to be called once, when it is */
  begin(): () => void {
    this.running += 1;
    return () => {
      this.running -= 1;
      if (this.running === 0) this.finished?.();
    };
  }

  /** Counts HTTP calls; a caller that is told so brings its next one to another node. */
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
