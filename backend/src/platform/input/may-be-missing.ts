import { ValidateIf } from 'class-validator';

/** Allows a missing value. `IsOptional` allows null too, which no service expects. */
export const MayBeMissing = (): PropertyDecorator =>
  ValidateIf((_body, value: unknown) => value !== undefined);
