import { gitReaches } from './git-reaches.ts';
import { type Arg, plainWords, programName, type Simple } from './line.ts';
import { unwrapped } from './wrappers.ts';

type Ground = {
  readonly rule: string;
  readonly reason: string;
  readonly bites: (argv: readonly Arg[], simple: Simple) => boolean;
};

const SHELLS = /^(?:sh|bash|dash|zsh|ksh|ash|fish|source|\.|eval)$/;
const INTERPRETERS = /^(?:python[\d.]*|node|deno|bun|perl|ruby|php|lua|osascript)$/;
const DOWNLOADS = new Set(['curl', 'wget', 'fetch', 'aria2c', 'http', 'https']);

const has = (argv: readonly Arg[], pattern: RegExp): boolean =>
  argv.slice(1).some(({ text }) => pattern.test(text));

const named =
  (...names: readonly string[]) =>
  (argv: readonly Arg[]): boolean =>
    names.includes(programName(argv));

const PUBLISHES: Readonly<Record<string, RegExp>> = {
  npm: /^(?:publish|unpublish|login|adduser|logout|token|owner|dist-tag|deprecate|access|team|hook|profile)$/,
  pnpm: /^(?:publish|login|unpublish)$/,
  yarn: /^(?:publish|login|npm)$/,
  bun: /^publish$/,
  cargo: /^(?:publish|login|owner|yank)$/,
  twine: /./,
  gem: /^(?:push|signin|yank|owner)$/,
  poetry: /^publish$/,
  uv: /^publish$/,
  flit: /^publish$/,
  hatch: /^publish$/,
  mvn: /^deploy$/,
  dotnet: /^nuget$/,
};

const publishes = (argv: readonly Arg[]): boolean =>
  PUBLISHES[programName(argv)]?.test(plainWords(argv)[0] ?? '') === true &&
  !/^dotnet (?!nuget push)/.test(textOf(argv));

const textOf = (argv: readonly Arg[]): string => argv.map(({ text }) => text).join(' ');

/** The whole machine, a home, or a folder right below the root. */
const ROOT =
  /^(?:\/+\**|\/+[\w.-]+\/*\**|~[\w-]*\/*\**|\$\{?HOME\}?\/*\**|(?:\.\.\/*)+\**|\/+(?:home|root|Users|usr|var|etc)\/[\w.-]*\/*\**)$/;
const PASSING = /^\/+(?:tmp|dev\/null)/;

const removesFound = (argv: readonly Arg[]): boolean =>
  argv.some(({ text }, i) => /^-(?:exec|ok)(?:dir)?$/.test(text) && argv[i + 1]?.text === 'rm');

function sweepsRoot(argv: readonly Arg[]): boolean {
  const name = programName(argv);
  const deep = /^(?:-\w*[rR]\w*|--recursive)$/;
  const sweeps =
    (/^(?:rm|chmod|chown|chgrp)$/.test(name) && has(argv, deep)) ||
    (name === 'find' && (has(argv, /^-delete$/) || removesFound(argv)));
  return sweeps && plainWords(argv).some((word) => ROOT.test(word) && !PASSING.test(word));
}

const killsBroadly = (argv: readonly Arg[]): boolean =>
  named('killall', 'killall5', 'pkill', 'skill', 'slay')(argv) ||
  (named('kill')(argv) &&
    argv
      .slice(2)
      .concat(argv.length === 2 ? argv.slice(1) : [])
      .some(({ text }) => /^-?1$/.test(text)));

const isDownload = ({ argv }: Simple): boolean => DOWNLOADS.has(programName(unwrapped(argv)));

/** A program that takes its own source from a download: from its input, or from words that are one. */
function runsDownload(argv: readonly Arg[], { argv: whole, pipedFrom, inside }: Simple): boolean {
  const name = programName(argv);
  const fillsIn = /^(?:xargs|parallel)$/.test(programName(whole));
  const [first, second] = argv.slice(1);
  if (SHELLS.test(name)) {
    return inside.some(isDownload) || (pipedFrom.some(isDownload) && (fillsIn || !has(argv, /^-\w*c$/)));
  }
  if (!INTERPRETERS.test(name)) {
    return false;
  }
  const isSource =
    first?.kind === 'computed' || (/^-[ce]$/.test(first?.text ?? '') && second?.kind === 'computed');
  const fromInput = first === undefined || first.text === '-';
  return (isSource && inside.some(isDownload)) || (fromInput && pipedFrom.some(isDownload));
}

/** What no task needs, and what belongs to the person who started the run. */
export const GROUNDS: readonly Ground[] = [
  {
    rule: 'privilege',
    reason: 'changes who runs, or the machine itself, which no task needs',
    bites: named(
      'sudo',
      'su',
      'doas',
      'pkexec',
      'runuser',
      'chroot',
      'unshare',
      'nsenter',
      'mount',
      'umount',
      'modprobe',
      'insmod',
      'setcap',
      'losetup',
      'mkfs',
      'mkfs.ext4',
      'mkfs.xfs',
      'mkfs.vfat',
      'fdisk',
      'parted',
      'shutdown',
      'reboot',
      'poweroff',
      'halt',
      'systemctl',
      'service',
      'crontab',
      'at',
      'visudo',
      'passwd',
      'useradd',
      'usermod',
      'iptables',
      'nft',
      'sysctl',
    ),
  },
  {
    rule: 'remote-shell',
    reason: 'talks to other machines, which this program keeps to itself',
    bites: named(
      'ssh',
      'scp',
      'sftp',
      'telnet',
      'nc',
      'ncat',
      'netcat',
      'socat',
      'ftp',
      'rlogin',
      'rsh',
      'mosh',
    ),
  },
  {
    rule: 'cloud',
    reason: 'reaches containers or cloud accounts, which belong to the person who started this',
    bites: named(
      'docker',
      'docker-compose',
      'podman',
      'nerdctl',
      'kubectl',
      'helm',
      'aws',
      'gcloud',
      'gsutil',
      'az',
      'doctl',
      'heroku',
      'vercel',
      'netlify',
      'flyctl',
      'fly',
      'wrangler',
      'firebase',
      'gh',
      'glab',
      'terraform',
      'pulumi',
    ),
  },
  {
    rule: 'publish',
    reason: 'publishing and logging in is for the person who started this',
    bites: publishes,
  },
  {
    rule: 'git',
    reason: 'git here is for looking and for your own files; what you change is committed for you',
    bites: gitReaches,
  },
  { rule: 'sweep', reason: 'it would remove or change far more than the working copy', bites: sweepsRoot },
  {
    rule: 'kill',
    reason: 'end only what you have started, by its process id or with the stop of its job',
    bites: killsBroadly,
  },
  {
    rule: 'download-run',
    reason: 'a download is not run unread: save it to a file and read it first',
    bites: runsDownload,
  },
];
