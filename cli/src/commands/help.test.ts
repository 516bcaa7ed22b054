import { expect, test } from 'vitest'
import { cliCommands } from '../../../web/src/content/docs/cli.ts'
import { commands } from './all.ts'
import { findHelp } from './help.ts'

test.each([[], ['help'], ['--help'], ['-h'], ['nonsense', '--help']])('%j prints every command', (...typed) => {
  for (const { usage } of commands) expect(findHelp(commands, typed)).toContain(`bitquay ${usage}`)
})

test.each([
  ['listen', '--help'],
  ['help', 'listen'],
  ['listen', '--json', '-h'],
])('%j explains listen only', (...typed) => {
  const help = findHelp(commands, typed)
  expect(help).toContain('bitquay listen [--forward-to')
  expect(help).not.toContain('bitquay logs')
})

test('a word that begins several commands explains all of them', () => {
  const help = findHelp(commands, ['invoices', '--help'])
  expect(help).toContain('bitquay invoices create')
  expect(help).toContain('bitquay invoices get')
  expect(help).not.toContain('bitquay sandbox')
})

test('a command without a question is run', () => {
  expect(findHelp(commands, ['listen', '--json'])).toBeUndefined()
})

test.each(commands)('the help and the handbook name every option of $name', ({ name, usage, does, options = {} }) => {
  const inHandbook = cliCommands.filter((command) => `${command.name} `.startsWith(`${name} `))
  expect(inHandbook).toHaveLength(1)
  for (const option of Object.keys(options)) {
    expect(`${usage} ${does}`).toContain(`--${option}`)
    expect(JSON.stringify(inHandbook)).toContain(`--${option}`)
  }
})
