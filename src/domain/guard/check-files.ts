/** Files that decide what a check runs and when it fails. */
const CONFIGURATION =
  /(?:^|\/)(?:(?:vitest|vite|jest|karma|playwright|cypress|ava|eslint|biome|babel|commitlint|stryker|wdio|nightwatch|tap|c8|nyc|sonar|stylelint|tslint|ts-jest|web-test-runner)\.(?:[\w-]+\.)?(?:config|conf|workspace|setup|json|jsonc|projects)(?:\.\w+)?|\.(?:eslintrc|mocharc|nycrc|c8rc|babelrc|taprc|oxlintrc|prettierrc|stylelintrc|swcrc|jestrc|coveragerc|flake8|pylintrc|ruff\.toml|rspec|rubocop|simplecov|golangci|phpunit\.result\.cache)(?:\.\w+)*|tsconfig(?:\.[\w-]+)?\.json|pytest\.ini|tox\.ini|noxfile\.py|setup\.cfg|ruff\.toml|mypy\.ini|phpunit\.xml(?:\.dist)?|phpstan\.neon(?:\.dist)?|\.?golangci\.ya?ml|codecov\.ya?ml|sonar-project\.properties|nextest\.toml|clippy\.toml|rustfmt\.toml|Jenkinsfile|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml|\.travis\.yml|\.drone\.yml|appveyor\.yml|dune-project|CTestCustom\.cmake|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|testng\.xml|junit-platform\.properties|\.mvn\/(?:maven|jvm)\.config|\.cargo\/config(?:\.toml)?|bunfig\.toml)$|(?:^|\/)(?:\.circleci|\.github\/workflows|\.buildkite|\.config\/nextest)/i;

const RUNNERS_OF_TASKS =
  /(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$|(?:^|\/)(?:[Jj]ustfile|Taskfile\.ya?ml|Rakefile|magefile\.go|build\.xml|gulpfile\.[cm]?[jt]s|Gruntfile\.[cm]?js)$/;

/** Of these, the ones by which a runner finds its tests, and npm its shell. */
const FINDS_TESTS =
  /(?:^|\/)(?:(?:vitest|vite|jest|karma|playwright|cypress|ava|tap|c8|nyc)\.(?:[\w-]+\.)?(?:config|conf|workspace|setup|json)(?:\.\w+)?|\.(?:mocharc|nycrc|c8rc|taprc|jestrc|coveragerc|rspec)(?:\.\w+)*|pytest\.ini|tox\.ini|setup\.cfg|phpunit\.xml(?:\.dist)?|nextest\.toml|\.npmrc|\.yarnrc(?:\.yml)?)$/i;

const findsTests = (path: string): boolean => FINDS_TESTS.test(path);

/** Loaded by a runner, or taken before another file, by its mere name: whoever brings it along changes every test. */
export const loadsItself = (path: string): boolean =>
  findsTests(path) ||
  /(?:^|\/)(?:conftest\.py|(?:GNUm|m)akefile|setupTests\.\w+)$|(?:^|\/)__mocks__\//.test(path);

export const isConfiguration = (path: string): boolean => CONFIGURATION.test(path);

export const isTaskFile = (path: string): boolean => RUNNERS_OF_TASKS.test(path);

/** The script or folder that a check command names by its path. */
export const isNamed = (path: string, check: readonly string[]): boolean =>
  check.some((command) => wordsOf(command).includes(path));

const wordsOf = (command: string): string[] =>
  command.split(/[\s;&|()<>'"=]+/).map((word) => word.replace(/^(?:\.\/)+/, ''));

export const isCheckFile = (path: string, check: readonly string[]): boolean =>
  isConfiguration(path) || isTaskFile(path) || isNamed(path, check) || /(?:^|\/)package\.json$/.test(path);
