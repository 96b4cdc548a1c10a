import { readFileSync } from 'node:fs';

type Values = Readonly<Record<string, string | undefined>>;
type Fault = (setting: string, what: string) => void;

// A setting may stand in a file, as the secrets of Docker, Kubernetes and systemd do: NAME_FILE says which. One line end
// behind it does not count, for editors and `echo` write one.
export function withFiles(env: Values, names: readonly string[], fault: Fault): Values {
  const fromFiles = names
    .filter((name) => isGiven(env, `${name}_FILE`))
    .map((name) => {
      if (isGiven(env, name)) fault(name, `is given twice: unset it, or unset ${name}_FILE`);
      return [name, readSetting(`${name}_FILE`, env[`${name}_FILE`] ?? '', fault)] as const;
    });
  return { ...env, ...Object.fromEntries(fromFiles) };
}

const isGiven = (env: Values, name: string): boolean => (env[name] ?? '') !== '';

function readSetting(name: string, path: string, fault: Fault): string {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (text === '') fault(name, `leads to «${path}», which is empty: write the value into it`);
    return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    fault(name, `leads to «${path}», which cannot be read (${code}): mount it, and let the service read it`);
    return '';
  }
}
