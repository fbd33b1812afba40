import { BeforeApplicationShutdown, Injectable, OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { withTimeout } from './with-timeout.js';

/** The longest wait for running calls; even in an outage a press is answered within 3 s. */
const FINISH_MS = 5_000;

/** Shuts a node down without cutting calls off: it finishes them while clients move away. */
@Injectable()
export class Drain implements OnModuleDestroy, BeforeApplicationShutdown {
  private leavingSinceMs: number | undefined;
  private running = 0;
  private finished: (() => void) | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  get isLeaving(): boolean {
    return this.leavingSinceMs !== undefined;
  }

  /**
   * Tells whether the node may be gone before work with this deadline is done. Until then it takes
   * work, because a proxy needs some seconds to notice that the node leaves.
   * @param deadlineMs by `performance.now()`
   */
  endsBefore(deadlineMs: number): boolean {
    return this.leavingSinceMs !== undefined && this.leavingSinceMs + FINISH_MS < deadlineMs;
  }

  /** Counts work that a shutdown waits for. @returns a function to call once when it has ended */
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
    if (this.isLeaving) response.setHeader('Connection', 'close');
    next();
  };

  onModuleDestroy(): void {
    this.leavingSinceMs = performance.now();
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
