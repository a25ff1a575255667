// The runs that are killed. Together they reach every kind of event that a run on one machine can have.
// A story has `args`, `answer(sent, at)` for its model server, `person(events, at)` for what a person does while nobody
// drives the run (undefined: nothing more), and the exit code that it ends with. `at.say(type, args)` has the program run
// from another shell unless the journal has such an event; `at.until(type, attempt)` waits for one.
import { asked, asks, call, CHECK, checkpoint, finish, planOf, verdict, writing } from './story.mjs';

const has = (events, type) => events.some((e) => e.type === type);
const over = (events) => events.at(-1)?.type === 'run.ended';
const resume = ['resume', '--json'];

/** One is red at first, one is sent back, one asks, one cannot be done, and two work side by side. */
const working = {
  name: 'working',
  args: ['--parallel', '2'],
  exit: 1,
  person(events) {
    const question = events.findLast((e) => e.type === 'run.paused')?.detail ?? '';
    const answers = { 'All of it?': 'Yes, all of it.', 'c3 asks: Which line?': 'This one.' };
    const given = events.filter((e) => e.type === 'question.answered').map((e) => e.text);
    const text = answers[question];
    return over(events) ? undefined : text && !given.includes(text) ? ['answer', text] : resume;
  },
  answer(sent) {
    const { role, id, brief, attempt, replies, says, ...more } = asked(sent);
    if (role === 'planner') {
      const plan = planOf(
        checkpoint('c1', 'a'),
        checkpoint('c2', 'b'),
        checkpoint('c3', 'c', { after: ['c1'] }),
        checkpoint('c4', 'd', { title: 'What cannot be done' }),
      );
      const all = says('Yes, all of it.') ? plan : { question: 'All of it?' };
      return replies === 0 ? call('list', {}) : finish(all);
    }
    if (role === 'reviewer') {
      return verdict(!brief.includes('+more') || !brief.includes('b.txt') || brief.includes('+better'));
    }
    if (id === 'c4') {
      return finish({ outcome: 'impossible', reason: 'there is no d' });
    }
    if (id === 'c3') {
      return says('This one.') ? writing('c\nmore\n', 'c', { replies, ...more }) : asks('Which line?');
    }
    const first = { c1: 'broken\n', c2: 'b\nmore\n' };
    const again = { c1: 'one\nmore\n', c2: 'b\nbetter\n' };
    return writing((attempt === 'first' ? first : again)[id], id === 'c1' ? 'a' : 'b', { replies, ...more });
  },
};

/** A person tells, pauses, sets aside, begins anew and takes back, while it goes on and while it rests. */
const steered = {
  name: 'steered',
  args: ['--parallel', '2'],
  exit: 1,
  person(events) {
    if (!over(events)) {
      return resume;
    }
    return !has(events, 'run.reopened') ||
      !events.some((e) => e.type === 'checkpoint.retried' && e.checkpoint === 'c2')
      ? ['retry', 'c2']
      : has(events, 'checkpoint.undone')
        ? undefined
        : ['undo', 'c1'];
  },
  async answer(sent, at) {
    const { role, id, replies, ...more } = asked(sent);
    if (role === 'planner') {
      return finish(planOf(checkpoint('c1', 'a'), checkpoint('c2', 'b'), checkpoint('c3', 'c')));
    }
    if (role === 'reviewer') {
      return verdict(true);
    }
    if (id === 'c1' && replies === 1) {
      await at.say('run.told', ['tell', 'c1', 'Mind the gap.']);
    }
    if (id === 'c2' && replies === 1) {
      await at.say('checkpoint.skipped', ['skip', 'c2']);
    }
    if (id === 'c3' && replies === 1) {
      const retried = await at.say('checkpoint.retried', ['retry', 'c3']);
      await (retried ? at.say('run.paused', ['pause']) : undefined);
    }
    const text = { c1: 'one\nmore\n', c2: 'b\nmore\n', c3: 'c\nmore\n' };
    return writing(text[id], { c1: 'a', c2: 'b', c3: 'c' }[id], { replies, ...more });
  },
};

/** The plan is approved, a verdict is not to be had at first, one change waits for another and then conflicts with it. */
const approved = {
  name: 'approved',
  files: {
    'check.sh': CHECK.replace('set -e\n', 'set -e\ngrep -q more a.txt && grep -q more b.txt && sleep 2\n'),
  },
  args: ['--parallel', '3', '--approve', 'plan'],
  exit: 0,
  person: (events) => (over(events) ? undefined : resume),
  async answer(sent, at) {
    const { role, id, brief, attempt, ...more } = asked(sent);
    if (role === 'planner') {
      return finish(
        planOf(...['a', 'b', 'c'].map((name, i) => checkpoint(`c${i + 1}`, name, { files: [] }))),
      );
    }
    if (role === 'reviewer') {
      return reviewed(brief, at);
    }
    const text = {
      c1: 'one\nmore\n',
      c2: 'b\nmore\n',
      c3: attempt === 'first' ? 'b\nother\n' : 'b\nmore\nother\n',
    };
    return writing(text[id], id === 'c1' ? 'a' : 'b', more);
  },
};
async function reviewed(brief, at) {
  if (brief.includes('requirement')) {
    return verdict(true, 'R1: all of it');
  }
  if (brief.includes('a.txt') && brief.includes('+more') && !brief.includes('b.txt')) {
    return at.has('review.unavailable') ? verdict(true) : { text: 'Looks fine to me.' };
  }
  await (brief.includes('+other') ? at.until('attempt.rebased') : at.until('checkpoint.landed'));
  return verdict(true);
}

/** What landed first is taken back, and what landed after it is put onto what is left. */
const takenBack = {
  name: 'taken back',
  args: ['--parallel', '1'],
  exit: 1,
  person: (events) =>
    !over(events) ? resume : has(events, 'checkpoint.undone') ? undefined : ['undo', 'c1'],
  answer(sent) {
    const { role, id, ...more } = asked(sent);
    if (role === 'planner') {
      return finish(planOf(checkpoint('c1', 'a'), checkpoint('c2', 'b')));
    }
    return role === 'reviewer'
      ? verdict(true)
      : writing({ c1: 'one\nmore\n', c2: 'b\nmore\n' }[id], { c1: 'a', c2: 'b' }[id], more);
  },
};

/** The planner asks, then a coder: both are answered. */
const questions = {
  name: 'questions',
  args: ['--parallel', '1'],
  exit: 0,
  person(events) {
    const open = events.findLast((e) => e.type === 'run.paused')?.detail ?? '';
    const given = events.filter((e) => e.type === 'question.answered').map((e) => e.text);
    const text = open.includes('All of it?') ? 'All of it.' : open.includes('Which line?') ? 'This one.' : '';
    return over(events) ? undefined : text && !given.includes(text) ? ['answer', text] : resume;
  },
  answer(sent) {
    const { role, says, ...more } = asked(sent);
    if (role === 'planner') {
      return finish(says('All of it.') ? planOf(checkpoint('c1', 'a')) : { question: 'All of it?' });
    }
    if (role === 'reviewer') {
      return verdict(true);
    }
    return says('This one.') ? writing('one\nmore\n', 'a', more) : asks('Which line?');
  },
};

/** Nothing lands without a person, and what comes to nothing is planned anew. */
const anew = {
  name: 'anew',
  args: ['--attempts', '1', '--approve', 'checkpoint', '--parallel', '1'],
  exit: 0,
  person(events) {
    const waits = events.findLast((e) => e.type === 'run.paused')?.detail ?? '';
    const approve = waits.startsWith('c2') && !has(events, 'checkpoint.approved');
    return over(events) ? undefined : approve ? ['approve', 'c2'] : resume;
  },
  answer(sent) {
    const { role, id, brief, ...more } = asked(sent);
    if (role === 'planner') {
      return brief.includes('Came to nothing')
        ? finish(planOf(checkpoint('c1', 'a', { goal: 'In another way' })))
        : finish(planOf(checkpoint('c1', 'a'), checkpoint('c2', 'b')));
    }
    if (role === 'reviewer') {
      return verdict(true, brief.includes('the line is there') ? undefined : 'R1: all of it');
    }
    return id === 'c2'
      ? writing('b\nmore\n', 'b', more)
      : writing(id === 'c1' ? 'broken\n' : 'one\nmore\n', 'a', more);
  },
};

const planless = (name, exit, answer) => ({
  name,
  args: [],
  exit,
  person: (events) => (over(events) ? undefined : resume),
  answer,
});

export const stories = [
  working,
  steered,
  approved,
  anew,
  takenBack,
  questions,
  planless('nothing to do', 0, () => finish({ nothing_to_do: 'it is there already' })),
  planless('no plan', 4, () => finish(planOf(checkpoint('c1', 'a', { after: ['c9'] })))),
];
