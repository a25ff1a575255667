import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

type VirtualProps<T> = {
  readonly items: readonly T[];
  /** Height of each row, in pixels. */
  readonly height: number;
  readonly label: string;
  readonly class?: string;
  readonly row: (item: T, index: number) => ComponentChildren;
  /** Number of the row to be kept in sight; none by default. */
  readonly keep?: number;
  /** Stays at the end while it grows, as long as the end is in sight. */
  readonly follow?: 'end';
};

/** Rows above and below the ones in sight, so that a quick scroll meets no gap. */
const SPARE = 8;

/** A list that holds only those of its rows that are in sight. A screen reader is told of all of them. */
export function Virtual<T>(props: VirtualProps<T>) {
  const { items, height, label, row, keep, follow } = props;
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, size: 0 });
  const atEnd = useRef(follow === 'end');
  const look = (): void => {
    const el = box.current;
    if (el) {
      atEnd.current = follow === 'end' && el.scrollTop + el.clientHeight >= el.scrollHeight - height;
      setSeen({ top: el.scrollTop, size: el.clientHeight });
    }
  };
  useLayoutEffect(() => {
    const el = box.current;
    if (!el) {
      return undefined;
    }
    const watcher = new ResizeObserver(look);
    watcher.observe(el);
    return () => watcher.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (box.current && atEnd.current) {
      box.current.scrollTop = box.current.scrollHeight;
    }
    look();
  }, [items.length]);
  useLayoutEffect(() => {
    const el = box.current;
    if (el && keep !== undefined && keep >= 0 && !inSight(el, keep * height, height)) {
      el.scrollTop = keep * height - el.clientHeight / 2;
    }
  }, [keep]);
  const from = Math.max(0, Math.floor(seen.top / height) - SPARE);
  const to = Math.min(items.length, Math.ceil((seen.top + seen.size) / height) + SPARE);
  return (
    <div
      class={`virtual ${props.class ?? ''}`}
      ref={box}
      onScroll={look}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <ul class="virtual-all" style={{ height: `${String(items.length * height)}px` }}>
        {items.slice(from, to).map((item, i) => (
          <li
            key={from + i}
            class="virtual-row"
            aria-setsize={items.length}
            aria-posinset={from + i + 1}
            style={{
              height: `${String(height)}px`,
              transform: `translateY(${String((from + i) * height)}px)`,
            }}
          >
            {row(item, from + i)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const inSight = (el: HTMLElement, top: number, height: number): boolean =>
  top >= el.scrollTop && top + height <= el.scrollTop + el.clientHeight;
