/**
 * Downloads the files of the step that follows the first screen, which the build names in the page (build/preloads.ts), so that their
 * imports find them in the browser's cache. They do not run yet: until a visitor goes on, they would only take memory.
 */
export const downloadAhead = (): void => {
  const list = document.querySelector<HTMLTemplateElement>('#ahead');
  for (const link of list?.content.children ?? [])
    fetch(link.getAttribute('href') ?? '', { priority: 'low' })
      .then((reply) => reply.blob())
      .catch(() => undefined);
};
