/** Something that the person at the keyboard can mend: told in one paragraph, without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** The program's exit code. */
  readonly exit: number;

  constructor(exit: number, message: string) {
    super(message);
    this.exit = exit;
  }
}

export const USAGE = 2;
export const ENVIRONMENT = 3;
