import type { Command } from '../command.ts'

const signs = ['help', '--help', '-h']

/** What to print if help was asked for: on everything, or on the commands that start with the other words. */
export const findHelp = (commands: readonly Command[], typed: readonly string[]): string | undefined => {
  if (typed.length > 0 && typed[0] !== 'help' && !typed.some((word) => word === '--help' || word === '-h')) return
  const words = typed.filter((word) => !signs.includes(word)).join(' ')
  const meant = commands.filter(({ name }) => `${name} `.startsWith(`${words} `) || `${words} `.startsWith(`${name} `))
  return words !== '' && meant.length > 0 ? meant.map(textOf).join('\n') : helpOf(commands)
}

const textOf = ({ usage, does }: Command) => `  bitquay ${usage}\n      ${does}`

const helpOf = (commands: readonly Command[]) =>
  [
    'Usage: bitquay COMMAND',
    '',
    ...commands.map(textOf),
    '',
    'BITQUAY_URL and BITQUAY_KEY replace the saved sign-in. bitquay --version prints the version.',
  ].join('\n')
