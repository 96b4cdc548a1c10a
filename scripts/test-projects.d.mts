export const IN_CI: readonly string[];
export const NOT_IN_CI: readonly {
  readonly project: string | undefined;
  readonly command: string;
  readonly reason: string;
}[];
