import { describe, expect, it } from 'vitest';
import { judgeCommand } from '../../../src/agent/policy/judge-command.ts';
import { parseRule } from '../../../src/agent/policy/rules.ts';
import type { Mode } from '../../../src/domain/settings.ts';

type Given = { readonly mode?: Mode; readonly allow?: readonly string[]; readonly deny?: readonly string[] };

const judged = (command: string, { mode = 'ask', allow = [], deny = [] }: Given = {}) =>
  judgeCommand(command, { mode, rules: { allow: allow.map(parseRule), deny: deny.map(parseRule) } });
const decided = (command: string, given?: Given): string => judged(command, given).decision;

/** What a coder does to look around. */
const LOOKING = [
  'ls -la src',
  'cat README.md package.json',
  'head -n 20 src/a.ts | tail -5',
  'wc -l src/*.ts',
  'cat src/{a,b}.ts lib/*.{js,ts}',
  'grep -rne TODO src',
  "grep -rn 'a; rm -rf b' src --include='*.ts'",
  "rg -n --hidden 'x|y' .",
  'rg "/api/v1" src',
  "find . -type f -name '*.md' | sort | uniq -c | sort -rn",
  'git status --short && git log --oneline -3',
  'git --no-pager diff main..HEAD -- src/a.ts',
  'git show HEAD~2:src/a.ts | nl',
  'git branch --show-current; git stash list',
  "sed -n '10,20p;30p' src/a.ts",
  "sed -n -e '/start/,/end/p' notes.txt",
  'cat < notes.txt 2>/dev/null',
  'for f in a b; do echo "$f"; done',
  'if test -f package.json; then echo yes; else echo no; fi',
  'cd src && ls',
  'echo "one $(pwd)" 1>&2',
  'diff a.txt b.txt || true',
  'jq -r .scripts package.json',
  "cat <<'EOF'\n$(not run)\nEOF",
  'printf "%s\\n" a b',
  'TZ=UTC date +%s',
  '[[ -f a.txt ]] && echo there',
  '(ls; pwd) | cat',
  'command -v node',
  'echo $((1 + 2))',
];

/** What looks like looking and is more, by the words that tell. */
const MORE: readonly (readonly [command: string, rule: string])[] = [
  ['npm install left-pad', 'not-listed'],
  ['ls; touch x', 'not-listed'],
  ['ls\ntouch x', 'not-listed'],
  ['echo $(touch x)', 'not-listed'],
  ['cat <(touch x)', 'not-listed'],
  ['echo ${A:-`touch x`}', 'not-listed'],
  ['while true; do touch x; done', 'not-listed'],
  ['cat <<EOF\n$(touch x)\nEOF', 'not-listed'],
  ['[[ $(touch x) ]]', 'not-listed'],
  ['grep -f /etc/passwd a.txt', 'not-listed'],
  ['grep -eroot /etc/passwd', 'not-listed'],
  ['rg --regexp=root /etc/passwd', 'not-listed'],
  ['grep -if/etc/passwd a.txt', 'not-listed'],
  ['head -n5 -v../x', 'not-listed'],
  ['cat src/{.,}./{.,}./secret', 'not-listed'],
  ['cat src/..{,a}/x', 'not-listed'],
  ['cat src{/../../y,}', 'not-listed'],
  ['cat src/.*/x', 'not-listed'],
  ['jq -f /etc/x .', 'not-listed'],
  ['md5sum -c sums', 'not-listed'],
  ["git for-each-ref --format='%(signature)'", 'not-listed'],
  ['echo x > a.txt', 'redirect'],
  ['cat < /etc/passwd', 'redirect'],
  ['ls &> log', 'redirect'],
  ['echo x > /dev/null/../../x', 'redirect'],
  ['PATH=. ls', 'assignment'],
  ['LD_PRELOAD=./x.so ls', 'assignment'],
  ['IFS=/', 'assignment'],
  ['$X a', 'computed-name'],
  ['"$(echo ls)" a', 'computed-name'],
  ['l*', 'computed-name'],
  ['./ls', 'not-listed'],
  ['/bin/ls', 'not-listed'],
  ['f() { ls; }; f', 'unclear'],
  ['echo ${x@P}', 'unclear'],
  ['echo ${!x}', 'unclear'],
  ['for x in a; do echo $((x)); done', 'unclear'],
  ['[[ $x -eq 1 ]]', 'unclear'],
  ['[[ -v x ]]', 'unclear'],
  ['echo ${a[x]}', 'unclear'],
  ['echo ${x:y:1}', 'unclear'],
  ['echo ${PATH:=.}', 'unclear'],
  ['for PATH in .; do ls; done', 'unclear'],
  ['a=(1 2); ls', 'unclear'],
  ['coproc ls', 'unclear'],
  ["ls 'a", 'unclear'],
  ['ls \u2066a', 'unclear'],
  ['ls\u00a0a', 'unclear'],
  [`echo ${'x'.repeat(17_000)}`, 'unclear'],
  ['ls;'.repeat(70), 'unclear'],
  ['test -v x', 'not-listed'],
  ['printf -v PATH .', 'not-listed'],
  ['export A=1', 'assignment'],
  ['source a.sh', 'not-listed'],
  ['eval ls', 'not-listed'],
  ['exec ls', 'not-listed'],
  ['trap ls EXIT', 'not-listed'],
  ['env ls', 'not-listed'],
  ['xargs ls', 'not-listed'],
  ['bash -c ls', 'not-listed'],
  ['cat ../x', 'not-listed'],
  ['cat ~/.netrc', 'not-listed'],
  ['cat /etc/passwd', 'not-listed'],
  ['grep -f/etc/passwd x', 'not-listed'],
  ['grep --file=/etc/passwd x', 'not-listed'],
  ['ls $X', 'not-listed'],
  ['cat *', 'not-listed'],
  ['cd', 'not-listed'],
  ['cd ..', 'not-listed'],
  ['sort -uo a b', 'not-listed'],
  ['sort --outp=a b', 'not-listed'],
  ['uniq a b', 'not-listed'],
  ['find . -delete', 'not-listed'],
  ['find . -fprintf a x', 'not-listed'],
  ["sed 's/a/b/' a", 'not-listed'],
  ["sed -i '1p' a", 'not-listed'],
  ["sed -n 'w x' a", 'not-listed'],
  ["sed -n -e '1p' -e '1e ls' a", 'not-listed'],
  ['rg --pre=./x a', 'not-listed'],
  ['rg -z a', 'not-listed'],
  ['tree -o x', 'not-listed'],
  ['git -C sub status', 'not-listed'],
  ['git -c a.b=c status', 'not-listed'],
  ['git diff --outpu=x', 'not-listed'],
  ['git diff --ext-d', 'not-listed'],
  ['git grep -O./x a', 'not-listed'],
  ['git log --format=%GG', 'not-listed'],
  ['git branch new', 'not-listed'],
  ['git stash', 'not-listed'],
  ['git config -l', 'not-listed'],
  ['git commit -m x', 'not-listed'],
  ['awk 1 a', 'not-listed'],
  ['tar tf a.tar', 'not-listed'],
];

describe('without a word of a person', () => {
  it.each(LOOKING)('%s runs, also where only looking is allowed', (command) => {
    expect(judged(command)).toMatchObject({ decision: 'allow' });
    expect(judged(command, { mode: 'plan' })).toMatchObject({ decision: 'allow' });
  });

  it.each(MORE)('%s does not', (command, rule) => {
    expect(judged(command)).toMatchObject({ decision: 'ask', rule });
    expect(decided(command, { mode: 'plan' })).toBe('deny');
    expect(decided(command, { mode: 'auto' })).toBe('allow');
  });

  it('names what a person may allow', () => {
    expect(judged('ls && npm run build -- --fast').prefix).toBe('npm run');
    expect(judged('make').prefix).toBe('make');
  });

  it('bears what is no command at all', () => {
    expect(decided('# only words')).toBe('allow');
    expect(decided('('.repeat(5_000))).toBe('ask');
    expect(decided(`echo ${'$('.repeat(2_000)}ls${')'.repeat(2_000)}`)).toBe('ask');
  });
});

describe('a rule of the user', () => {
  it.each([
    ['npm test', 'npm test', 'allow'],
    ['npm test', 'npm test -- --watch', 'ask'],
    ['npm run *', 'npm run build -- --fast', 'allow'],
    ['npm run*', 'npm run', 'allow'],
    ['npm run*', 'npm runner', 'ask'],
    ['npm run *', 'npm run build $(ls)', 'ask'],
    ['npm run *', 'npm run build > out', 'ask'],
    ['npm run *', 'npm run a && npm i', 'ask'],
    ['npm run *', 'X=1 npm run a', 'ask'],
    ['ls*', 'lsof', 'ask'],
    ['./check.sh', './check.sh', 'allow'],
    ['find . -exec wc -l {} +', 'find . -exec wc -l {} +', 'allow'],
    ['find*', 'find . -exec wc -l {} +', 'ask'],
    ['git*', 'git commit -m words', 'allow'],
    ['git*', 'git -c alias.x=!ls x', 'ask'],
    ['git log*', 'git log --format=%G?', 'ask'],
    ['git commit *', 'git commit --no-edit -m x', 'allow'],
    ['tar xf*', 'tar xf a.tar --checkpoint-action=exec=x', 'ask'],
    ['cat*', 'cat /etc/passwd', 'ask'],
    ['cat /etc/hosts', 'cat /etc/hosts', 'allow'],
  ])('%s lets %s be: %s', (rule, command, decision) => {
    expect(decided(command, { allow: [rule] })).toBe(decision);
  });

  it('forbids in every mode, also what another rule allows, by any path', () => {
    const deny = ['npm install*'];
    expect(decided('npm install x', { mode: 'auto', allow: ['npm install*'], deny })).toBe('deny');
    expect(decided('ls; /usr/bin/npm install x', { mode: 'full', deny })).toBe('deny');
    expect(decided('npm ci', { mode: 'auto', deny })).toBe('allow');
  });

  it('opens nothing where only looking is allowed', () => {
    expect(decided('npm test', { mode: 'plan', allow: ['npm test'] })).toBe('deny');
  });
});
