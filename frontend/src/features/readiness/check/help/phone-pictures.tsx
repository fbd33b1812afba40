import type { ReactNode } from 'react';
import { BAR, FRAME, MARK, Ring, SLIDERS, Switch, Text } from './picture-parts.js';
import { PUSH_HELP } from './push-help.copy.js';

const COPY = PUSH_HELP;

/** The upper part of a phone's screen. */
function PhoneScreen({ children }: { children: ReactNode }) {
  return (
    <>
      <rect x={46} y={1} width={228} height={150} rx={22} className="fill-surface stroke-line" />
      {children}
    </>
  );
}

/** The sheet that Chrome opens from the icon before the address. */
export const chromeAndroidPicture = () => (
  <PhoneScreen>
    <rect x={58} y={11} width={204} height={28} rx={14} className={FRAME} />
    <g transform="translate(40 -2.5)">{SLIDERS}</g>
    <Text x={100} y={29.5}>
      {window.location.host}
    </Text>
    {/* The sheet rises over the page from below. */}
    <path d="M46 150V64a14 14 0 0 1 14-14h200a14 14 0 0 1 14 14v86z" className={FRAME} />
    <path d="M148 57h24" strokeWidth={3} strokeLinecap="round" className={MARK} />
    <path d="m70 70-6 6 6 6" strokeWidth={2.2} className={MARK} />
    <Text x={80} y={80.5} bold>
      {COPY.permissions}
    </Text>
    <path d="M47 93h226" className={BAR} />
    <Text x={64} y={120.5}>
      {COPY.notifications}
    </Text>
    <Switch x={218} y={106} />
    <Ring x={60} y={13} width={32} height={24} step={1} />
    <Ring x={211} y={100} width={50} height={32} step={2} />
  </PhoneScreen>
);

/** The page of the phone's own settings for ResQ. */
export const safariIphonePicture = () => (
  <PhoneScreen>
    <path d="m64 25-6 6 6 6" strokeWidth={2.2} className={MARK} />
    <Text x={72} y={35.5}>
      {COPY.notices}
    </Text>
    <Text x={144} y={35.5} bold>
      {COPY.app}
    </Text>
    <rect x={60} y={62} width={200} height={44} rx={10} className={FRAME} />
    <Text x={72} y={88.5}>
      {COPY.allowNotices}
    </Text>
    <Switch x={210} y={74} />
    <Ring x={52} y={18} width={144} height={26} step={1} />
    <Ring x={203} y={68} width={50} height={32} step={2} />
  </PhoneScreen>
);
