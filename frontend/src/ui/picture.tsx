interface PictureProps {
  /** The addresses of the picture for each theme. */
  light: string;
  dark: string;
  className: string;
}

/**
 * Shows a drawing in the colours of the theme. It fills its frame and may lose its upper part and its
 * sides. Screen readers skip it, because the text beside it says the same. The image of the other
 * theme is not loaded: browsers load a lazy image only where it is displayed.
 */
export function Picture({ light, dark, className }: PictureProps) {
  const look = `object-cover object-bottom ${className}`;
  return (
    <>
      <img src={light} alt="" loading="lazy" className={`dark:hidden ${look}`} />
      <img src={dark} alt="" loading="lazy" className={`hidden dark:block ${look}`} />
    </>
  );
}
