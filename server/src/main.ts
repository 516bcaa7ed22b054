import { ConfigError, readConfig } from './config.ts'
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

try {
  const config = readConfig()
  const server = await startServer(config)
  announce(server, config.mode, config.publicUrl)

  let stopping = false
  const stop = async () => {
    // A second signal means that the person does not want to wait.
    if (stopping) process.exit(1)
    stopping = true
    await server.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
