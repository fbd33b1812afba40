import { Type } from 'class-transformer';
import { ArrayMinSize, IsArray, Matches, ValidateNested } from 'class-validator';
import { RULES } from '../../../contract/text-rules.js';
import { MayBeMissing, TextField } from '../../../platform/input.js';

const { entrance, apartment } = RULES.member;

/** Some homes of one entrance. Too many are refused with a sentence; a request's size bounds what arrives. */
export class HomesOfEntrance {
  @TextField(entrance)
  entrance?: string;

  @IsArray()
  @ArrayMinSize(1)
  @Matches(apartment.pattern, { each: true, message: apartment.malformed })
  apartments: string[];
}

const ListOfHomes = (): PropertyDecorator => (target, property) => {
  IsArray()(target, property);
  ValidateNested({ each: true })(target, property);
  Type(() => HomesOfEntrance)(target, property);
};

export class ChangeHomes {
  @MayBeMissing()
  @ListOfHomes()
  add?: HomesOfEntrance[];

  @MayBeMissing()
  @ListOfHomes()
  remove?: HomesOfEntrance[];
}

export class CreateLetters {
  @ListOfHomes()
  @ArrayMinSize(1)
  homes: HomesOfEntrance[];
}
