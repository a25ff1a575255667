import { describe, expect, it } from 'vitest';
import { says } from '../../src/model/scripted.ts';
import { analysisBrief, analyst, standing } from '../../src/roles/analyst.ts';
import { finishes, play, refusal } from './world.ts';

const agent = analyst({ prompt: 'You answer.', tools: [], turns: 9 });
const evidence = [{ file: 'src/a.js', line: 2, text: 'return port;' }];
const answer = { answer: 'It is 8080.', evidence };

describe('what an analyst hands in', () => {
  it('is an answer with the places that show it', async () => {
    expect((await play(agent, [finishes(answer)])).result).toEqual({ end: 'finished', value: answer });
  });

  it('may be an answer without a place, when there is none', async () => {
    const { result } = await play(agent, [finishes({ answer: 'There is no such call.' })]);
    expect(result).toEqual({ end: 'finished', value: { answer: 'There is no such call.', evidence: [] } });
  });

  it.each([
    [{ answer: ' ' }, 'answer'],
    [{ answer: 'a', evidence: [{ file: 'a.js', line: 0, text: '' }] }, 'line'],
    [{ answer: 'a', evidence: ['a.js:3'] }, 'evidence'],
  ])('is not %j', async (input, words) => {
    const { result, transcript } = await play(agent, [finishes(input), finishes(answer)]);
    expect(refusal(transcript)).toContain(words);
    expect(result).toMatchObject({ end: 'finished' });
  });

  it('is read out of words where the tool was forgotten', async () => {
    const { result } = await play(agent, [says(`Here:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``)]);
    expect(result).toEqual({ end: 'finished', value: answer });
  });
});

describe('the brief of an analyst', () => {
  it('holds question and purpose within marks of their own', () => {
    const text = analysisBrief({ question: 'Which port?', purpose: 'It shall be set by a flag.' });
    expect(text).toMatch(/<question id="\w+">\nWhich port\?\n<\/question/);
    expect(text).toMatch(/<purpose id="\w+">\nIt shall be set by a flag\.\n<\/purpose/);
    expect(analysisBrief({ question: 'Which port?', purpose: '' })).not.toContain('purpose');
  });
});

const read = async (file: string) =>
  Promise.resolve(
    file === 'a.js' ? 'one\r\ntwo\r\n  return port;\r\nfour\r\nfive\r\nsix\r\nseven\r\n' : null,
  );
const at = (line: number, text = 'return port;', file = 'a.js') => ({ file, line, text });

describe('evidence', () => {
  it.each([3, 2, 4, 6, 1])(
    'stands when its text is at line %i or close by, and gets the true line',
    async (line) => {
      expect(await standing([at(line)], read)).toEqual([at(3)]);
    },
  );

  it('falls when its text is elsewhere, nowhere, empty, or in no file', async () => {
    const wrong = [at(7), at(3, 'return host;'), at(3, ' '), at(1, 'one', 'b.js'), at(900)];
    expect(await standing(wrong, read)).toEqual([]);
  });
});
