import { useState } from 'preact/hooks';
import { Talk } from '../parts/talk.tsx';
import type { OfAttempt } from '../parts/attempt.ts';

/** The conversations of an attempt: of its coder, its reviewers, whoever summed up. */
export function Transcripts({ shown, fact, attempt }: OfAttempt) {
  const events = shown.state.story.eventsOf(fact.id);
  const names = events.flatMap(({ event }) =>
    event.type === 'model.called' && event.attempt === attempt?.id ? [event.conversation] : [],
  );
  const all = [...new Set(names)];
  const [chosen, setChosen] = useState<string | null>(null);
  const name = chosen ?? all[0];
  if (name === undefined) {
    return <p class="soft">Nobody has spoken yet.</p>;
  }
  return (
    <>
      {all.length > 1 && (
        <p class="choice" role="group" aria-label="Conversation">
          {all.map((one) => (
            <button
              key={one}
              class="button"
              type="button"
              aria-pressed={one === name}
              onClick={() => setChosen(one)}
            >
              {one.slice((attempt?.id.length ?? 0) + 1)}
            </button>
          ))}
        </p>
      )}
      <Talk shown={shown} name={name} calls={names.filter((one) => one === name).length} key={name} />
    </>
  );
}
