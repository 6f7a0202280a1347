/** Maximum number of fields in a form; notices and returns have fewer. */
const maxFields = 100;

/** The fields of a form from a provider or any other client; none if there are too many, since each one costs time. */
export const formOf = (raw: Uint8Array): URLSearchParams => {
  const text = Buffer.from(raw).toString('latin1');
  const fields = text.split('&', maxFields + 1);
  return new URLSearchParams(fields.length > maxFields ? '' : text);
};
