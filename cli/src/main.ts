import { parseArgs } from 'node:util'
import { BitquayError, createClient } from '../../client/src/index.ts'
import manifest from '../package.json' with { type: 'json' }
import { type Command, CommandError, type Terminal } from './command.ts'
import { commands } from './commands/all.ts'
import { findHelp } from './commands/help.ts'
import { readKey } from './saved-key.ts'

const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`)

const run = async (typed: readonly string[]): Promise<number> => {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  const terminal: Terminal = { print: write(process.stdout), note: write(process.stderr), signal: stop.signal }
  const answer = typed[0] === '--version' ? manifest.version : findHelp(commands, typed)
  if (answer !== undefined) {
    terminal.print(answer)
    return 0
  }
  try {
    const command = commands.find(({ name }) => `${typed.join(' ')} `.startsWith(`${name} `))
    if (!command) throw new CommandError(`There is no such command. Type bitquay help.`)
    await command.run(readTyped(command, typed), terminal, async () => createClient(await readKey()))
    return 0
  } catch (error) {
    terminal.note(explain(error))
    return 1
  }
}

const readTyped = ({ name, usage, options = {} }: Command, typed: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args: typed.slice(name.split(' ').length),
      options,
      allowPositionals: true,
    })
    return { positionals, options: values as Record<string, string | boolean | undefined> }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\nUsage: bitquay ${usage}`)
  }
}

const explain = (error: unknown) => {
  if (error instanceof CommandError) return error.message
  if (error instanceof BitquayError) {
    const fields = error.fields.map(({ path, message }) => `  ${path}: ${message}`)
    const request = error.requestId === undefined ? [] : [`Request ${error.requestId}`]
    return [error.message, ...fields, ...request].join('\n')
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

process.exitCode = await run(process.argv.slice(2))
