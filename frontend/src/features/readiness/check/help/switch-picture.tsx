import type { ReactNode } from 'react';
import { chromeAndroidPicture, safariIphonePicture } from './phone-pictures.js';
import {
  BAR,
  BrowserWindow,
  Choice,
  FRAME,
  MARK,
  Ring,
  SLIDERS,
  Switch,
  Text,
} from './picture-parts.js';
import { type BrowserName, PUSH_HELP } from './push-help.copy.js';

const COPY = PUSH_HELP;

const PADLOCK = (
  <g strokeWidth={2} className={MARK}>
    <rect x={29} y={26} width={14} height={10} rx={2} />
    <path d="M32 26v-3a4 4 0 0 1 8 0v3" />
  </g>
);
/** The icon that Firefox shows where notifications are blocked. */
const CROSSED_BUBBLE = (
  <g strokeWidth={2} className={MARK}>
    <path d="M28 20h16v11h-8l-4 4v-4h-4z" />
    <path d="m26 36 20-19" className="stroke-error" />
  </g>
);

const byIcon = (icon: ReactNode, panel: ReactNode) => (
  <BrowserWindow icon={icon}>
    {panel}
    <Ring x={20} y={15} width={32} height={24} step={1} />
  </BrowserWindow>
);

const byPanel = (icon: ReactNode, heading: string, control: ReactNode) =>
  byIcon(
    icon,
    <>
      <Text x={40} y={77} bold>
        {heading}
      </Text>
      <Text x={40} y={109}>
        {COPY.notifications}
      </Text>
      {control}
    </>,
  );

const SWITCH = (
  <>
    <Switch x={218} y={95} />
    <Ring x={211} y={89} width={50} height={32} step={2} />
  </>
);

const PICTURES: Record<BrowserName, () => ReactNode> = {
  chrome: () => byPanel(SLIDERS, window.location.host, SWITCH),
  chromeAndroid: chromeAndroidPicture,
  edge: () =>
    byPanel(
      PADLOCK,
      COPY.permissions,
      <>
        <Choice x={172} y={92} width={88}>
          {COPY.allow}
        </Choice>
        <Ring x={166} y={87} width={100} height={34} step={2} />
      </>,
    ),
  firefox: () =>
    byIcon(
      CROSSED_BUBBLE,
      <>
        <Text x={40} y={77} bold>
          {COPY.permissions}
        </Text>
        <Text x={40} y={109}>
          {COPY.send}
        </Text>
        <Text x={166} y={109}>
          {COPY.blocked}
        </Text>
        <path d="m244 100 9 9m0-9-9 9" strokeWidth={2.2} className={MARK} />
        <Ring x={236} y={91} width={26} height={27} step={2} />
      </>,
    ),
  safariMac: () => (
    <>
      <rect x={1} y={1} width={318} height={138} rx={10} className="fill-surface stroke-line" />
      <Text x={126} y={25} bold>
        {COPY.websites}
      </Text>
      <rect x={12} y={38} width={98} height={90} rx={6} className={FRAME} />
      <rect x={17} y={52} width={88} height={26} rx={6} className={BAR} />
      <Text x={26} y={69.5}>
        {COPY.notices}
      </Text>
      <rect x={118} y={38} width={190} height={90} rx={6} className={FRAME} />
      <Text x={127} y={72}>
        {window.location.hostname}
      </Text>
      <Choice x={214} y={84} width={82}>
        {COPY.allow}
      </Choice>
      <Ring x={14} y={49} width={92} height={32} step={1} />
      <Ring x={208} y={79} width={94} height={34} step={2} />
    </>
  ),
  safariIphone: safariIphonePicture,
};

interface SwitchPictureProps {
  browser: BrowserName;
  label: string;
}

/** Draws where a browser has its switch. The steps beside it say the same in words. */
export function SwitchPicture({ browser, label }: SwitchPictureProps) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 320 140" className="w-full max-w-[24rem]">
      {PICTURES[browser]()}
    </svg>
  );
}
