import { Transform } from 'class-transformer';
import { IsUUID } from 'class-validator';

const lower = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/** A UUID in lower case. PostgreSQL ignores the case, so every other comparison must do so too. */
export const IdField = (): PropertyDecorator => (target, property) => {
  Transform(({ value }: { value: unknown }) => lower(value))(target, property);
  IsUUID()(target, property);
};
