import {
  BellRing,
  ClipboardCheck,
  CircleDashed,
  CircleSlash,
  Eye,
  Flame,
  HandHelping,
  HeartPulse,
  LifeBuoy,
  type LucideIcon,
  Monitor,
  Send,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react';
import type { ReachLevel, ResponseKind } from '@contract/alarm';
import type { SoundKind } from '../../../lib/audio/wav.js';

/** The class names are written whole, because Tailwind finds them in the source text. */
export const KIND_LOOKS: Record<SoundKind, { Icon: LucideIcon; surface: string }> = {
  fire: { Icon: Flame, surface: 'bg-fire text-fire-ink on-alarm' },
  medical: { Icon: HeartPulse, surface: 'bg-medical text-medical-ink on-alarm' },
  other: { Icon: TriangleAlert, surface: 'bg-other text-other-ink on-yellow' },
  exercise: { Icon: ClipboardCheck, surface: 'bg-exercise text-exercise-ink on-alarm' },
};

export const RESPONSE_ICONS: Record<ResponseKind, LucideIcon> = {
  safe: ShieldCheck,
  coming: HandHelping,
  need_help: LifeBuoy,
  cannot_come: CircleSlash,
};

export const LEVEL_ICONS: Record<Exclude<ReachLevel, 'responded'>, LucideIcon> = {
  seen: Eye,
  sounding: BellRing,
  received: Monitor,
  pushed: Send,
  unreached: CircleDashed,
};
