/** The site's picture, as a background that the build embeds in the page. */
export const Artwork = () => <div className="artwork" />;
