export type FileProblem =
  'outside' | 'missing' | 'directory' | 'not-directory' | 'special' | 'protected' | 'denied' | 'conflict';

/** Why a path was refused. The message is whole: what was asked, what is there, what to do. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly problem: FileProblem;
  constructor(problem: FileProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

export const outside = (asked: string, why?: string): FileError =>
  new FileError(
    'outside',
    `${asked} is outside of the workspace${why ? ` (${why})` : ''}, which is all you may use. Paths are relative to it.`,
  );

export const protectedPath = (asked: string): FileError =>
  new FileError(
    'protected',
    `${asked} is protected: it steers tools, agents or automation, so only a person may open it to a run. Nothing was changed. Do the task without it, or ask in finish.`,
  );
