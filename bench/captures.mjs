// What a person sees of a run in a terminal, at moments and sizes that are hard to get right: prints each screen, with
// the bytes that were written in a second in which nothing happened. Takes about a minute.
//   npm run build && node bench/captures.mjs [--png FOLDER] [name…]
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { draw, pictured } from './captures/picture.mjs';
import { stage } from './captures/stage.mjs';
import { openTerminal } from './captures/terminal.mjs';

const bin = fileURLToPath(new URL('../bin/orchestrate.mjs', import.meta.url));
const args = process.argv.slice(2);
const pictures = args[0] === '--png' ? args.splice(0, 2)[1] : undefined;
const shots = [];
const RUN = [
  '--check',
  'sh check.sh',
  '--parallel',
  '4',
  '--budget',
  '2',
  '--sandbox',
  'off',
  '--yes-run-unsandboxed',
];

const SCENES = {
  small: { columns: 80, rows: 24, play: midRun },
  large: { columns: 200, rows: 50, play: midRun },
  narrow: { columns: 48, rows: 14, play: midRun },
  resized: { columns: 200, rows: 50, play: resized },
  colourless: { columns: 80, rows: 24, env: { NO_COLOR: '1' }, play: midRun },
  steered: { columns: 80, rows: 24, play: steered },
  ci: { columns: 100, rows: 40, env: { CI: '1' }, play: lines },
  quiet: { columns: 100, rows: 40, flags: ['--quiet'], play: lines },
  json: { columns: 100, rows: 40, flags: ['--json'], play: lines },
};

async function midRun(at) {
  await at.until(/c4\.a2|c5 .*landed/);
  await at.wait(1500);
  await at.shoot('mid-run');
  const before = at.bytes();
  await at.wait(5000);
  at.say(`${((at.bytes() - before) / 5).toFixed(0)} bytes a second, at work`);
}

async function resized(at) {
  await at.until(/c3 .*landed/);
  for (const [columns, rows] of [
    [80, 24],
    [120, 12],
    [40, 10],
    [160, 40],
  ]) {
    at.resize(columns, rows);
    await at.wait(700);
    await at.shoot(`at ${columns}×${rows}`);
  }
}

async function steered(at) {
  await at.until(/coding/);
  at.type('w');
  await at.wait(1500);
  await at.shoot('a worker watched');
  at.type('tMind the order');
  await at.wait(300);
  await at.shoot('words being typed');
  at.type('\r');
  await at.wait(1500);
  await at.shoot('words told');
  await at.until(/c6 asks you/);
  at.type('\u001ba');
  await at.wait(300);
  await at.shoot('a question being answered');
  at.type('Yes, they may.\r');
  await at.wait(1500);
  await at.shoot('the question answered');
  at.type('p');
  await at.wait(300);
  await at.shoot('asked to pause');
  await at.ended;
  await at.shoot('after the pause');
}

async function lines(at) {
  await at.wait(14_000);
  await at.shoot('after 14 s');
  at.type('\u0003');
  await at.ended;
  await at.shoot('after Ctrl-C');
}

async function play(name, { columns, rows, env = {}, flags = [], play: scene }) {
  const world = await stage();
  const terminal = openTerminal({
    command: [process.execPath, bin, world.repo.spec, ...RUN, ...flags],
    cwd: world.repo.root,
    env: { ...world.env, ...env },
    folder: world.repo.home,
    columns,
    rows,
  });
  const say = (text) => console.log(`\n=== ${name}: ${text}`);
  try {
    await scene({
      ...terminal,
      say,
      shoot: async (what) => {
        const text = await terminal.text();
        say(`${what} (${terminal.screen.cols}×${terminal.screen.rows})`);
        console.log(text);
        shots.push({
          name: `${name}-${what.replaceAll(/[^a-z0-9]+/gi, '-')}`,
          markup: pictured(terminal.screen),
        });
      },
    });
  } finally {
    await terminal.end();
    world.close();
  }
}

for (const name of args.length > 0 ? args : Object.keys(SCENES)) {
  await play(name, SCENES[name]);
}
if (pictures !== undefined) {
  mkdirSync(pictures, { recursive: true });
  await draw(shots, pictures);
}
