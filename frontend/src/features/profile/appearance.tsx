import { type Theme, toggleTheme, useTheme } from '../../lib/browser/theme.js';
import { PageSection } from '../../ui/pages/page-section.js';
import { PROFILE } from './profile.copy.js';

const copy = PROFILE.look;
const THEMES: [Theme, string][] = [
  ['light', copy.light],
  ['dark', copy.dark],
];

export function Appearance() {
  const theme = useTheme((state) => state.theme);
  return (
    <PageSection heading={copy.heading}>
      <fieldset className="-my-2 flex flex-wrap gap-x-8">
        <legend className="sr-only">{copy.heading}</legend>
        {THEMES.map(([value, text]) => (
          <label key={value} className="flex min-h-12 items-center gap-3">
            <input
              type="radio"
              name="theme"
              className="size-6 accent-primary"
              checked={theme === value}
              onChange={toggleTheme}
            />
            {text}
          </label>
        ))}
      </fieldset>
    </PageSection>
  );
}
