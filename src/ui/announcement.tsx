import { useEffect, useState } from 'react';

/** Speaks a text to screen readers: it comes into a live region that was there before, which most of them need. */
export function Announcement({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');
  useEffect(() => setSpoken(text), [text]);
  return (
    <p className="vh" role="status">
      {spoken}
    </p>
  );
}
