import { BuildingFrame } from '../building-frame.js';
import { Members } from './members.js';

/** `/building`: the homes and their members. */
export default function BuildingPage() {
  return (
    <BuildingFrame>
      {({ id, building }) => <Members key={building.id} building={building} ownId={id} />}
    </BuildingFrame>
  );
}
