import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onChanged` after each rendering with another value than before; not after the first. */
export const useChanged = <T>(value: T, onChanged: () => void): void => {
  const last = useRef(value);
  const handle = useEffectEvent(onChanged);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    handle();
  }, [value]);
};
