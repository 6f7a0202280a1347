/** The place of the site's picture, which the page itself brought (`pictures` in test/tools/build-plugins.ts). */
export const Artwork = () => <div className="artwork" />;
