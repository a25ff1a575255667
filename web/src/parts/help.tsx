import { useRef } from 'preact/hooks';
import { ASK, KEYS, useAsked } from '../keys.ts';

export function Help() {
  const box = useRef<HTMLDialogElement>(null);
  useAsked(ASK.help, () => box.current?.showModal());
  return (
    <dialog ref={box} class="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>{keys.split(' ').map((key) => (key === '…' ? ' … ' : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button class="button" type="submit">
          Close
        </button>
      </form>
    </dialog>
  );
}
