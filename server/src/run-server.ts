import { type Config, ConfigError, readConfig } from './config.ts'
import { migrateOnly } from './migrate-only.ts'
import { type RunningServer, startServer } from './start-server.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** One sentence for the person who started us, with a stack trace only for our own bugs. */
const explain = (error: unknown) => {
  const { code, port, address, hostname, message, stack } = error as NodeJS.ErrnoException & {
    port?: number
    address?: string
    hostname?: string
  }
  if (code === 'EADDRINUSE')
    return `PORT ${port} is in use by another program. Stop that program or set PORT to a free port.`
  if (code === 'EACCES' && port)
    return `You don’t have permission to use PORT ${port}. Set PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${address ?? hostname} isn’t an address of this machine.`
  if (error instanceof ConfigError || !code) return message
  return stack ?? message
}

const announce = (server: RunningServer, mode: string, publicUrl: string) => {
  print('')
  print(`  Bitquay is running at ${publicUrl}`)
  if (mode === 'sandbox') print('  Sandbox mode: the money is not real.')
  if (server.people.length > 0) {
    print('')
    print('  Sign in as')
    for (const { role, email, password } of server.people) {
      print(`    ${role.padEnd(13)}${email.padEnd(30)}${password ?? 'the password you chose'}`)
    }
  }
  print('')
}

/** Longer than any request takes. What is left then is found and finished by the next process, as after a crash. */
const stopLimitMs = 35_000

const migrateAndEnd = async (config: Config) => {
  const applied = await migrateOnly(config)
  for (const name of applied) print(`Applied ${name}`)
  print(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length} migrations.`)
  process.exit(0)
}

/** Runs the server as the settings say, until a signal stops it. */
export const runServer = async (pagesBuilt = Promise.resolve()) => {
  try {
    const unknown = process.argv.slice(2).find((word) => word !== '--migrate-only')
    if (unknown !== undefined)
      throw new ConfigError(
        `The server doesn’t take ${unknown}. Settings are environment variables, which docs/operating/settings.md lists.`,
      )
    const config = readConfig()
    if (process.argv.includes('--migrate-only')) await migrateAndEnd(config)
    const server = await startServer(config, { print: (line) => print(`  ${line}`), pagesBuilt })
    if (config.role === 'worker') print(`  Bitquay’s workers are running. Health and metrics: ${server.address}`)
    else announce(server, config.mode, config.publicUrl)

    let stopping = false
    const stop = async () => {
      // A second signal means that the person does not want to wait.
      if (stopping) process.exit(1)
      stopping = true
      const limit = setTimeout(() => {
        process.stderr.write('Some work didn’t finish in time. It continues at the next start.\n')
        process.exit(1)
      }, config.drainMs + stopLimitMs)
      await server.stop()
      clearTimeout(limit)
      process.exit(0)
    }
    process.on('SIGINT', () => void stop())
    process.on('SIGTERM', () => void stop())
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}
