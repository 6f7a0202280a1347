import { useEffect, useState } from 'react';

/** False while the page takes over the server's markup, which therefore lacks what depends on it; then true. */
export const useMounted = (): boolean => {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted;
};
