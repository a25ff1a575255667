import { useRef } from 'preact/hooks';

/** The value of the last drawing, for what is called later than it was made: a key, a timer, a watcher. */
export function useLatest<T>(value: T): { readonly current: T } {
  const ref = useRef(value);
  ref.current = value;
  return ref;
}
