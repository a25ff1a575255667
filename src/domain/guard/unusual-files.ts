import { baseHead, generatedKind } from '../patch/generated.ts';
import { added, type FilePatch, type Patch } from '../patch/patch.ts';
import { FORBIDDEN, found, SHOWN, type Rule } from './rule.ts';

const HUGE = 1024 * 1024;
const LINK = '120000';
const REPOSITORY = '160000';

export const hugeFile: Rule = {
  name: 'huge-file',
  levels: SHOWN,
  find: ({ patch, bytes }) =>
    patch.flatMap((file) => {
      const size = bytes?.get(file.path) ?? added(file).reduce((sum, line) => sum + line.text.length + 1, 0);
      return size > HUGE && file.status !== 'deleted'
        ? [
            found(
              file,
              undefined,
              `${file.path} has ${(size / HUGE).toFixed(1)} MiB: is it meant to be kept in the repository?`,
            ),
          ]
        : [];
    }),
};

export const binaryFile: Rule = {
  name: 'binary-file',
  levels: SHOWN,
  find: ({ patch }) =>
    patch
      .filter((file) => file.binary && file.status !== 'deleted')
      .map((file) =>
        found(file, undefined, `${file.path} is binary, so its content cannot be reviewed here.`),
      ),
};

export const nestedRepository: Rule = {
  name: 'nested-repository',
  levels: FORBIDDEN,
  find: ({ patch }) =>
    patch
      .filter(
        (file) => file.newMode === REPOSITORY && file.oldMode !== REPOSITORY && file.status !== 'deleted',
      )
      .map((file) =>
        found(
          file,
          undefined,
          `${file.path} is a repository of its own, of which only a commit's name would be kept.`,
        ),
      ),
};

export const submoduleMoved: Rule = {
  name: 'submodule-moved',
  levels: SHOWN,
  find: ({ patch }) =>
    patch
      .filter((file) => file.newMode === REPOSITORY && file.oldMode === REPOSITORY)
      .map((file) => found(file, undefined, `The submodule ${file.path} is set to another commit.`)),
};

export const linkOutside: Rule = {
  name: 'link-outside',
  levels: FORBIDDEN,
  find: ({ patch }) =>
    patch
      .filter((file) => file.newMode === LINK && file.status !== 'deleted')
      .flatMap((file) => {
        const target = added(file)[0]?.text;
        return target !== undefined && leavesTree(file.path, target)
          ? [found(file, 1, `${file.path} is a link to ${target}, which lies outside of the repository.`)]
          : [];
      }),
};

/** By the path alone; a link that stays inside may still pass through another one. */
function leavesTree(path: string, target: string): boolean {
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(target)) {
    return true;
  }
  let depth = path.split('/').length - 1;
  return target.split('/').some((part) => {
    depth += part === '..' ? -1 : part === '.' || part === '' ? 0 : 1;
    return depth < 0;
  });
}

const MANIFEST =
  /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|Cargo\.toml|go\.mod|pyproject\.toml|setup\.(?:py|cfg)|requirements[\w.-]*\.(?:txt|in)|Pipfile|composer\.json|Gemfile|\w+\.gemspec|mix\.exs|pubspec\.yaml|Podfile|Package\.swift|flake\.nix|deno\.jsonc?|build\.gradle(?:\.kts)?|\w+\.csproj)$/;

export const generatedChanged: Rule = {
  name: 'generated-changed',
  levels: SHOWN,
  find: ({ patch, base }) =>
    patch.flatMap((file) => {
      const kind = generatedKind(file.path, { baseHead: baseHead(file, base?.get(file.path)) });
      const asDue = kind === undefined || (kind === 'lock' && changesManifest(patch));
      return asDue
        ? []
        : [
            found(
              file,
              undefined,
              `${file.path} is a ${kind} file and is changed in place: was its source changed, or the tool run, that makes it?`,
            ),
          ];
    }),
};

const changesManifest = (patch: Patch): boolean => patch.some((file: FilePatch) => MANIFEST.test(file.path));
