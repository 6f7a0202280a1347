export const compileMessage = (message: unknown): unknown => message;
