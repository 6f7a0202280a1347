/** The site's picture, as a background that the build embeds in the page; `label` says what it shows. */
export const Artwork = ({ label }: { label: string | undefined }) => (
  <div className="artwork" role="img" aria-label={label} />
);
