import { type Machine, MACHINES } from './seccomp-calls.ts';

/** Families that a namespace separates: local, IPv4, IPv6, and the kernel's own tables. */
const FAMILIES = [1, 2, 10, 16];
/** Any of these makes a namespace. */
const NEW_NAMESPACES = 0x7e020080;
/** They write into a terminal as if it were typed there. */
const TYPING = [0x5412, 0x541c];

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

type Verdict = 'allow' | 'refuse' | 'unknown' | 'no family';
const VERDICTS: Readonly<Record<Verdict, number>> = {
  allow: 0x7fff0000,
  refuse: 0x00050000 | EPERM,
  unknown: 0x00050000 | ENOSYS,
  'no family': 0x00050000 | EAFNOSUPPORT,
};

/** Where the parts of a call lie: its number, its machine, the lower halves of its first two arguments. */
const AT = { number: 0, audit: 4, first: 16, second: 24 } as const;

/** A jump is to a name; without one it is to the next step. */
type Step =
  | { readonly load: keyof typeof AT }
  | { readonly if: Test; readonly k: number; readonly goes?: string; readonly else?: string }
  | { readonly name: string }
  | { readonly end: Verdict };

type Test = 'equal' | 'at least' | 'any bit';
const TESTS: Readonly<Record<Test, number>> = { equal: 0x15, 'at least': 0x35, 'any bit': 0x45 };

/**
 * The program that the kernel runs on every system call of a confined process, as bubblewrap takes it; undefined for a
 * machine whose call numbers are not known here.
 */
export function seccompFilter(arch: string): Buffer | undefined {
  const machine = MACHINES[arch];
  return machine && assemble(steps(machine));
}

function steps({ audit, clone, clone3, socket, ioctl, refused, foreign }: Machine): Step[] {
  return [
    { load: 'audit' },
    { if: 'equal', k: audit, else: 'refuse' },
    { load: 'number' },
    ...(foreign === null ? [] : [{ if: 'at least', k: foreign, goes: 'unknown' } as const]),
    ...refused.map((k) => ({ if: 'equal', k, goes: 'refuse' }) as const),
    // Its flags lie in memory, where nobody can look; programs fall back to clone.
    { if: 'equal', k: clone3, goes: 'unknown' },
    { if: 'equal', k: clone, goes: 'clone' },
    { if: 'equal', k: socket, goes: 'socket' },
    { if: 'equal', k: ioctl, goes: 'ioctl' },
    { end: 'allow' },
    { name: 'clone' },
    { load: 'first' },
    { if: 'any bit', k: NEW_NAMESPACES, goes: 'refuse', else: 'allow again' },
    { name: 'socket' },
    { load: 'first' },
    ...FAMILIES.map((k) => ({ if: 'equal', k, goes: 'allow again' }) as const),
    { end: 'no family' },
    { name: 'ioctl' },
    { load: 'second' },
    ...TYPING.map((k) => ({ if: 'equal', k, goes: 'refuse' }) as const),
    { name: 'allow again' },
    { end: 'allow' },
    { name: 'refuse' },
    { end: 'refuse' },
    { name: 'unknown' },
    { end: 'unknown' },
  ];
}

/** Jumps go forward only, and by at most 255. */
function assemble(all: readonly Step[]): Buffer {
  const names = new Map<string, number>();
  let count = 0;
  for (const step of all) {
    if ('name' in step) {
      names.set(step.name, count);
    } else {
      count += 1;
    }
  }
  const program = Buffer.alloc(count * 8);
  let at = 0;
  const emit = (code: number, k: number, jump: readonly [number, number] = [0, 0]): void => {
    program.writeUInt16LE(code, at * 8);
    program.writeUInt8(jump[0], at * 8 + 2);
    program.writeUInt8(jump[1], at * 8 + 3);
    program.writeUInt32LE(k >>> 0, at * 8 + 4);
    at += 1;
  };
  const distance = (name: string | undefined): number =>
    name === undefined ? 0 : (names.get(name) ?? Number.NaN) - at - 1;
  for (const step of all) {
    if ('load' in step) {
      emit(0x20, AT[step.load]);
    } else if ('if' in step) {
      emit(TESTS[step.if], step.k, [distance(step.goes), distance(step.else)]);
    } else if ('end' in step) {
      emit(0x06, VERDICTS[step.end]);
    }
  }
  return program;
}
