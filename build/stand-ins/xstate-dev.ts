export const devToolsAdapter = (): void => undefined;
