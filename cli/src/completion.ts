import { Argument, type Command } from 'commander';
import { command, type Context } from './command.js';
import { print } from './print.js';

// Scripts that complete commands and options, made from the commands themselves.
export const completionCommand = (_context: Context, program: Command): Command =>
  command('completion', 'print a completion script for your shell', [
    'completion bash > ~/.local/share/bash-completion/completions/vitrine',
    'completion zsh > "${fpath[1]}/_vitrine"',
    'completion fish > ~/.config/fish/completions/vitrine.fish',
  ])
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: 'bash' | 'zsh' | 'fish') => print(SCRIPTS[shell](nodesOf(program, []))));

type Node = {
  readonly path: readonly string[];
  readonly about: string;
  readonly commands: readonly Command[];
  readonly flags: readonly { readonly long: string; readonly about: string }[];
};

function nodesOf(one: Command, path: readonly string[]): Node[] {
  const flags = one.options.flatMap(({ long, description }) => (long ? [{ long, about: description }] : []));
  const help = { long: '--help', about: 'show this help' };
  const node = { path, about: one.description(), commands: one.commands, flags: [...flags, help] };
  return [node, ...one.commands.flatMap((child) => nodesOf(child, [...path, child.name()]))];
}

const words = ({ commands, flags }: Node): string =>
  [...commands.map((child) => child.name()), ...flags.map(({ long }) => long)].join(' ');

const pathOf = ({ path }: Node): string => path.join('_');

// The words so far that name a command are its path; after it come its sub-commands and options, else files.
const bash = (nodes: readonly Node[]): string => `# bash completion of vitrine
_vitrine() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${nodes.map(pathOf).filter(Boolean).join(' ')} " in
      *" \${path:+\${path}_}$word "*) path="\${path:+\${path}_}$word" ;;
    esac
  done
  case "$path" in
${nodes.map((node) => `    "${pathOf(node)}") words="${words(node)}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _vitrine vitrine`;

const zsh = (nodes: readonly Node[]): string => `#compdef vitrine
autoload -U +X bashcompinit && bashcompinit
${bash(nodes)}`;

const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

function fish(nodes: readonly Node[]): string {
  const lines = nodes.flatMap((node) => {
    const seen = node.path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const children = node.commands.map((child) => child.name());
    const fresh = children.length === 0 ? [] : [`not __fish_seen_subcommand_from ${children.join(' ')}`];
    const when = [...seen, ...fresh].join('; and ');
    const on = when === '' ? '' : ` -n ${quote(when)}`;
    return [
      ...node.commands.map(
        (child) => `complete -c vitrine${on} -f -a ${child.name()} -d ${quote(child.description())}`,
      ),
      ...node.flags.map(({ long, about }) => `complete -c vitrine${on} -l ${long.slice(2)} -d ${quote(about)}`),
    ];
  });
  return ['# fish completion of vitrine', ...lines].join('\n');
}

const SCRIPTS = { bash, zsh, fish };
