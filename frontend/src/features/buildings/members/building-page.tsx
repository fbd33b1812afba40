import { BuildingFrame } from '../building-frame.js';
import { Members } from './members.js';

/** `/building`: the homes and their members. */
export default function BuildingPage() {
  return (
    <BuildingFrame>
      {({ building }) => <Members key={building.id} building={building} />}
    </BuildingFrame>
  );
}
