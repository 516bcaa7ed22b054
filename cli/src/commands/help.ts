import type { Command } from '../command.ts'

export const helpOf = (commands: readonly Command[]) =>
  [
    'Usage: bitquay COMMAND',
    '',
    ...commands.flatMap(({ usage, does }) => [`  bitquay ${usage}`, `      ${does}`]),
    '',
    'BITQUAY_URL and BITQUAY_KEY replace the saved sign-in.',
  ].join('\n')
