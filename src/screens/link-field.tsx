import { TextField } from '#src/ui/text-field.tsx';

type Props = { id: string; name: string; label: string; hint?: string; url: string };

/** A link to copy: it is selected as a whole when it has the focus, and never translated. */
export function LinkField({ url, ...field }: Props) {
  return (
    <TextField
      {...field}
      readOnly
      value={url}
      translate="no"
      onFocus={(event) => event.target.select()}
      onChange={() => undefined}
    />
  );
}
