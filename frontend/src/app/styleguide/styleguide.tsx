import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { AlarmSample, ALARM_SAMPLES } from './alarm-samples.js';
import { PARTS } from './parts.js';
import { STYLEGUIDE } from './styleguide.copy.js';
import './styleguide.css';

/**
 * `/styleguide`, in development alone: every part of `ui`, in its states and in both themes. An alarm
 * covers a window, so each has a window of its own, which this page shows in a frame.
 */
export default function Styleguide() {
  const query = new URLSearchParams(useLocation().search);
  const theme = query.get('theme') ?? 'light';
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const sample = query.get('alarm');
  return sample ? <AlarmSample name={sample} /> : <AllParts />;
}

const THEMES = ['light', 'dark'];

function AllParts() {
  return (
    <div className="styleguide">
      <p className="text-h1 font-bold">{STYLEGUIDE.title}</p>
      {PARTS.map(({ title, Sample }) => (
        <section key={title} aria-label={title}>
          <p className="text-h2 font-bold">{title}</p>
          <div className="styleguide-pair">
            {THEMES.map((theme) => (
              <div key={theme} data-theme={theme} className="styleguide-theme">
                <Sample />
              </div>
            ))}
          </div>
        </section>
      ))}
      <section aria-label={STYLEGUIDE.alarms}>
        <p className="text-h2 font-bold">{STYLEGUIDE.alarms}</p>
        {Object.keys(ALARM_SAMPLES).map((name) => (
          <div key={name} className="styleguide-pair">
            {THEMES.map((theme) => (
              <iframe
                key={theme}
                title={`${name}, ${theme}`}
                loading="lazy"
                src={`/styleguide?alarm=${name}&theme=${theme}`}
              />
            ))}
          </div>
        ))}
      </section>
    </div>
  );
}
