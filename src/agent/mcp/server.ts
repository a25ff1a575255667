/** A server of tools that the user has configured. */
export type McpServer = {
  /** Its tools are called `<name>_<tool>`. */
  readonly name: string;
  /** Roles that get its tools; without it: all. */
  readonly roles?: readonly string[];
  /** Which of its tools; without it: all. */
  readonly tools?: readonly string[];
} & McpEndpoint;

/** A program that talks over its standard input and output, or a server that talks over HTTP. */
export type McpEndpoint =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Set on top of the few variables that every program needs. */
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/** The optional package is not there. The message says what to install. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage';
}
