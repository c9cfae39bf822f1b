import { Argument, type Command } from 'commander';
import type { AddCommand } from '../command.js';

const SHELLS = { bash: toBash, zsh: toZsh, fish: toFish };

/** Made of the commands that there are, so that none is forgotten. */
export const addCompletion: AddCommand = (parent, run) => {
  parent
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .action(
      run(async ({ stdout }, { args: [shell = ''] }) => {
        const write = Object.entries(SHELLS).find(([name]) => name === shell)?.[1];
        if (write !== undefined) stdout.write(write(listCommands(parent)));
        return undefined;
      }),
    );
};

type Listed = {
  /** Names of the commands that lead to it. */
  path: string[];
  commands: { name: string; description: string }[];
  options: { names: string[]; description: string }[];
};

const listCommands = (command: Command, path: string[] = []): Listed[] => {
  const own: Listed = {
    path,
    commands: command.commands.map((sub) => ({ name: sub.name(), description: sub.description() })),
    options: [...command.options, ...(path.length > 0 ? rootOf(command).options : [])].map(
      ({ short, long, description }) => ({
        names: [short, long].filter((name) => name != null),
        description,
      }),
    ),
  };
  return [own, ...command.commands.flatMap((sub) => listCommands(sub, [...path, sub.name()]))];
};

const rootOf = (command: Command): Command =>
  command.parent === null ? command : rootOf(command.parent);

const wordsOf = ({ commands, options }: Listed): string =>
  [...commands.map(({ name }) => name), ...options.flatMap(({ names }) => names)].join(' ');

function toBash(listed: readonly Listed[]): string {
  const cases = listed.map((one) => `    "${one.path.join(' ')}") words="${wordsOf(one)}" ;;`);
  return `_knowledge_router() {
  local word path="" words=""
  local known="|${listed.map(({ path }) => path.join(' ')).join('|')}|"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ "$known" == *"|\${path:+$path }$word|"* ]] && path="\${path:+$path }$word"
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _knowledge_router knowledge-router
`;
}

function toZsh(listed: readonly Listed[]): string {
  return `#compdef knowledge-router
autoload -U +X bashcompinit && bashcompinit
${toBash(listed)}`;
}

function toFish(listed: readonly Listed[]): string {
  const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines = listed.flatMap(({ path, commands, options }) => {
    const children = commands.map(({ name }) => name).join(' ');
    const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
    const none = children === '' ? [] : [`not __fish_seen_subcommand_from ${children}`];
    const when = (parts: string[]) =>
      parts.length === 0 ? '' : ` -n ${quote(parts.join('; and '))}`;
    return [
      ...commands.map(
        ({ name, description }) =>
          `complete -c knowledge-router${when([...seen, ...none])} -f -a ${name} -d ${quote(description)}`,
      ),
      ...options.map(({ names, description }) => {
        const given = names.map((name) =>
          name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
        );
        return `complete -c knowledge-router${when(seen)} ${given.join(' ')} -d ${quote(description)}`;
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}
