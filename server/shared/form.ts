/** Maximum number of fields in a form; notices and returns have fewer. */
const maxFields = 100;

/** The fields of a form from a provider or any other client; none if there are too many, since each one costs time. */
export const formOf = (raw: Uint8Array): URLSearchParams => {
  const text = Buffer.from(raw).toString('latin1');
  let at = -1;
  for (let fields = 0; fields < maxFields; fields += 1) {
    at = text.indexOf('&', at + 1);
    if (at < 0) return new URLSearchParams(text);
  }
  return new URLSearchParams();
};
