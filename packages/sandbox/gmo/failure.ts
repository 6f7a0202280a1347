/** Thrown by any call; the response becomes `ErrCode=…&ErrInfo=…`, lists of the same length joined by `|`. */
export class GmoFailure extends Error {
  readonly infos: readonly string[];
  constructor(infos: readonly string[]) {
    super(infos.join('|'));
    this.infos = infos;
  }
}

/** ErrCode is the beginning of ErrInfo; the card companies' `42G02…` belong to G02. */
const codeOf = (info: string): string => (/^42[A-Z]/.test(info) ? info.slice(2, 5) : info.slice(0, 3));

/** The error fields of a response. */
export const failureFields = (infos: readonly string[]): Record<string, string> => ({
  ErrCode: infos.map(codeOf).join('|'),
  ErrInfo: infos.join('|'),
});
