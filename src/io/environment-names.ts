/** What every program may know: who and where, which language, how to show things. */
const GENERAL =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TZDIR|TMPDIR|TMP|TEMP|HOSTNAME|HOSTTYPE|OSTYPE|TERM|COLUMNS|LINES|CI|XDG_[A-Z_]+|DEBIAN_FRONTEND|SOURCE_DATE_EPOCH|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|ORCHESTRATE_[A-Z_]+)$/;

/** Where things are, how they are built, and in which surroundings a program is to think it runs. */
const ENDINGS =
  /^[A-Z][A-Z0-9_]*_?(?:HOME|ROOT|PATH|DIR|PREFIX|FLAGS|OPTS|OPTIONS|ENV|VERSION|LEVEL|JOBS|THREADS|WORKERS|TIMEOUT)$/;
const BUILDING =
  /^(?:CC|CXX|CPP|LD|AR|AS|NM|RANLIB|STRIP|MAKE|PKG_CONFIG[A-Z_]*|SDKROOT|LIBS|DEBUG|VERBOSE|PORT|HOST|RUST_LOG|RUST_BACKTRACE|VIRTUAL_ENV|LOCALE_ARCHIVE|(?:HTTPS?|NO|ALL|FTP)_PROXY|(?:https?|no|all|ftp)_proxy)$/;

/** Families of variables that belong to one tool; none of these keeps a key under a name that does not say so. */
const TOOLS =
  /^(?:ANDROID|ASDF|BABEL|BAZEL|BUN|CARGO|CCACHE|CLANG|CMAKE|COMPOSE|CONDA|COREPACK|CTEST|CYPRESS|DART|DENO|DOTNET|ERL|FLUTTER|GCC|GO|GRADLE|JAVA|JEST|KOTLIN|LLVM|MAVEN|MISE|MIX|MOCHA|MSBUILD|NINJA|NIX|NODE|NUGET|NVM|OPAM|OPENSSL|PERL|PIP|PIPENV|PLAYWRIGHT|PNPM|POETRY|PUB|PUPPETEER|PY|PYENV|PYTEST|PYTHON|QT|RBENV|RUBY|RUFF|RUST|RUSTUP|SBT|SCCACHE|STACK|SWIFT|TOX|TSC|TURBO|UV|VITE|VOLTA|YARN|ZIG)(?:_[A-Z0-9_]+)?$|^(?:GO|PYTHON|PERL|RUBY|RUST)[A-Z0-9]+$/;

/** Whether a variable is known to hold nothing that is anybody's secret; a value can still look like one. */
export const isKnownName = (name: string): boolean =>
  [GENERAL, ENDINGS, BUILDING, TOOLS].some((pattern) => pattern.test(name));
