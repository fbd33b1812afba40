import { IsUUID } from 'class-validator';

/** The `:id` of a route. */
export class IdParam {
  @IsUUID()
  id: string;
}
