export const useBrowserLocation = (): unknown => ['/', () => undefined];
export const useSearch = (): string => '';
