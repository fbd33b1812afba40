import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, Matches, ValidateNested } from 'class-validator';
import { COUNTS } from '../../../contract/limits.js';
import { RULES } from '../../../contract/text-rules.js';
import { MayBeMissing, TextField } from '../../../platform/input/fields.js';

const { entrance, apartment } = RULES.member;

/** Some homes of one entrance. */
export class HomesOfEntrance {
  @TextField(entrance)
  entrance?: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(COUNTS.homesPerBuilding)
  @Matches(apartment.pattern, { each: true, message: apartment.malformed })
  apartments: string[];
}

const ListOfHomes = (): PropertyDecorator => (target, property) => {
  IsArray()(target, property);
  ArrayMaxSize(COUNTS.homesPerBuilding)(target, property);
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
  homes: HomesOfEntrance[];
}
