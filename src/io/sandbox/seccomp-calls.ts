/** What the filter has to know of a machine: how the kernel names it, and the numbers of its calls. */
export type Machine = {
  readonly audit: number;
  readonly clone: number;
  readonly clone3: number;
  readonly socket: number;
  readonly ioctl: number;
  /** Refused whatever they are given. */
  readonly refused: readonly number[];
  /** Numbers from here on are those of another calling convention of the same machine; null where there is none. */
  readonly foreign: number | null;
};

/** Calls that have one number on every machine, since they came late. */
const COMMON = [
  // io_uring: it does work on behalf of others, past this filter
  425, 426, 427,
  // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr, open_tree_attr: mounts by other names
  428,
  429, 430, 431, 432, 433, 442, 467,
  // pidfd_getfd, quotactl_fd
  438, 443,
];

const X64: Machine = {
  audit: 0xc000003e,
  clone: 56,
  clone3: 435,
  socket: 41,
  ioctl: 16,
  refused: [
    // mount, umount2, pivot_root, chroot, unshare, setns
    165,
    166,
    155,
    161,
    272,
    308,
    // swapon, swapoff, reboot, sethostname, setdomainname, iopl, ioperm, vhangup
    167,
    168,
    169,
    170,
    171,
    172,
    173,
    153,
    // init_module, delete_module, finit_module, kexec_load, kexec_file_load
    175,
    176,
    313,
    246,
    320,
    // acct, quotactl, settimeofday, clock_settime, clock_adjtime, adjtimex, syslog, nfsservctl, lookup_dcookie
    163,
    179,
    164,
    227,
    305,
    159,
    103,
    180,
    212,
    // add_key, request_key, keyctl
    248,
    249,
    250,
    // perf_event_open, fanotify_init, open_by_handle_at, kcmp, bpf, userfaultfd
    298,
    300,
    304,
    312,
    321,
    323,
    ...COMMON,
  ],
  foreign: 0x40000000,
};

const ARM64: Machine = {
  audit: 0xc00000b7,
  clone: 220,
  clone3: 435,
  socket: 198,
  ioctl: 29,
  refused: [
    // mount, umount2, pivot_root, chroot, unshare, setns
    40,
    39,
    41,
    51,
    97,
    268,
    // swapon, swapoff, reboot, sethostname, setdomainname, vhangup
    224,
    225,
    142,
    161,
    162,
    58,
    // init_module, delete_module, finit_module, kexec_load, kexec_file_load
    105,
    106,
    273,
    104,
    294,
    // acct, quotactl, settimeofday, clock_settime, clock_adjtime, adjtimex, syslog, nfsservctl, lookup_dcookie
    89,
    60,
    170,
    112,
    266,
    171,
    116,
    42,
    18,
    // add_key, request_key, keyctl
    217,
    218,
    219,
    // perf_event_open, fanotify_init, open_by_handle_at, kcmp, bpf, userfaultfd
    241,
    262,
    265,
    272,
    280,
    282,
    ...COMMON,
  ],
  foreign: null,
};

/** By the names that Node has for machines. */
export const MACHINES: Readonly<Partial<Record<string, Machine>>> = { x64: X64, arm64: ARM64 };
