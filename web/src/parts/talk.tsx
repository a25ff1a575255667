import { useState } from 'preact/hooks';
import { answered, type Assistant, type Call, type Message } from '../../../src/domain/transcript.ts';
import { nothing, spend } from '../../../src/domain/usage.ts';
import { money, tokens } from '../../../src/view/figures.ts';
import type { Shown } from './shown.ts';
import { Missing, useDetail } from './detail.tsx';
import { Fold, Output } from './text.tsx';

type TalkProps = {
  readonly shown: Shown;
  readonly name: string;
  /** Calls so far: with each one more has been said. */
  readonly calls: number;
};

const STEP = 80;

/** A conversation for reading: words in full, prompts and tools folded. */
export function Talk({ shown, name, calls }: TalkProps) {
  const detail = useDetail(shown, 'transcript', name, calls);
  const [most, setMost] = useState(STEP);
  if (typeof detail === 'string') {
    return detail === 'reading' ? (
      <p class="soft">Reading …</p>
    ) : (
      <Missing source={shown.source}>The transcript {name} is not here.</Missing>
    );
  }
  const { messages } = detail;
  const results = new Map(answered(messages).map(({ call, result }) => [call, result]));
  const said = messages.filter(({ role }) => role !== 'tool');
  return (
    <div class="talk">
      {said.slice(0, most).map((message, i) => (
        <Said key={i} message={message} results={results} />
      ))}
      {said.length > most && (
        <button class="button wide" type="button" onClick={() => setMost((now) => now + STEP)}>
          Show more of {said.length - most} further turns
        </button>
      )}
      {detail.cut !== null && <p class="soft">{detail.cut}</p>}
    </div>
  );
}

type Results = ReadonlyMap<Call, Extract<Message, { role: 'tool' }>>;

function Said({ message, results }: { readonly message: Message; readonly results: Results }) {
  switch (message.role) {
    case 'system':
    case 'user':
      return (
        <Fold
          class={`said said-${message.role}`}
          title={<Title who={message.role === 'system' ? 'Prompt' : 'Told'} text={message.text} />}
        >
          {() => <div class="prose">{message.text}</div>}
        </Fold>
      );
    case 'assistant':
      return <Turn turn={message} results={results} />;
    case 'tool':
      return null;
  }
}

const Title = ({ who, text }: { readonly who: string; readonly text: string }) => (
  <>
    <strong>{who}</strong> <span class="soft cut">{text.trim().slice(0, 160)}</span>
  </>
);

function Turn({ turn, results }: { readonly turn: Assistant; readonly results: Results }) {
  const { text, reasoning = '', calls, bill } = turn;
  return (
    <article class="said said-assistant">
      {bill && (
        <p class="bill soft">
          {bill.model} · {tokens(bill.usage.input)} in, {tokens(bill.usage.output)} out ·{' '}
          {money(spend(nothing, bill.usage))}
        </p>
      )}
      {reasoning !== '' && (
        <Fold title={<Title who="Thinks" text={reasoning} />}>
          {() => <div class="prose soft">{reasoning}</div>}
        </Fold>
      )}
      {text !== '' && <div class="prose">{text}</div>}
      {calls.map((call) => (
        <ToolCall key={call.id} call={call} result={results.get(call)} />
      ))}
    </article>
  );
}

type ToolCallProps = { readonly call: Call; readonly result: Extract<Message, { role: 'tool' }> | undefined };

function ToolCall({ call, result }: ToolCallProps) {
  const ok = result?.ok ?? true;
  const title = (
    <>
      <span class={ok ? 'tone-good' : 'tone-bad'}>{result === undefined ? '…' : ok ? 'ok' : 'failed'}</span>{' '}
      <strong>{call.tool}</strong> <span class="soft cut">{briefly(call.input)}</span>
    </>
  );
  return (
    <Fold class="call-fold" title={title}>
      {() => (
        <>
          {call.invalid !== undefined && <p class="tone-bad">{call.invalid}</p>}
          <Output text={inputText(call.input)} label={`What ${call.tool} was given`} />
          {result !== undefined && <Output text={result.text} label={`What ${call.tool} answered`} />}
        </>
      )}
    </Fold>
  );
}

const BRIEF = 140;

/** The first text of what a tool was given says most of it: a path, a command, a pattern. */
function briefly(input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  const first: unknown = values.find((value) => typeof value === 'string');
  const text = typeof first === 'string' ? first : (JSON.stringify(input) ?? '');
  return (text.split('\n', 1)[0] ?? '').slice(0, BRIEF);
}

/** Longer texts stand below their names, so that their lines can be read. */
function inputText(input: unknown): string {
  if (typeof input !== 'object' || input === null) {
    return typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
  }
  return Object.entries(input)
    .map(([name, value]: [string, unknown]) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    })
    .join('\n');
}
