import { SetMetadata } from '@nestjs/common';

/** The key of the metadata that `TakesToken` sets. */
export const TAKES_TOKEN = 'resq:takes-token';

/** Tells the API's document that a handler without a guard checks the request's token itself. */
export const TakesToken = (): MethodDecorator => SetMetadata(TAKES_TOKEN, true);
