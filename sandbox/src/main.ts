import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startSandbox } from './index.ts'

/** `node --import tsx sandbox/src/main.ts [--port N] [--host H] [--dir D] [--seed S]`, or PORT, HOST, DATA_DIR, SANDBOX_SEED. */
const { values } = readArguments()

const port = Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail(`PORT must be a port number, not "${values.port}".`)
const logLevel = (['silent', 'error', 'warn', 'info', 'debug'] as const).find((level) => level === values['log-level'])
if (!logLevel) fail(`LOG_LEVEL must be silent, error, warn, info or debug, not "${values['log-level']}".`)

const sandbox = await startSandbox({
  dir: resolve(values.dir, 'sandbox'),
  host: values.host,
  port,
  logLevel: logLevel ?? 'silent',
  ...(values.seed === '' ? {} : { seed: values.seed }),
})
process.stdout.write(
  [
    `BTCPay sandbox   ${sandbox.url}`,
    `API key          ${sandbox.adminKey}`,
    `Administrator    ${sandbox.adminEmail} ${sandbox.adminPassword}`,
    `Explorer         ${sandbox.explorerUrl}`,
    `Sandbox tools    POST ${sandbox.url}/sandbox/mine {"blocks":1}`,
    '',
  ].join('\n'),
)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) process.exit(1)
    isStopping = true
    void sandbox.close().then(() => process.exit(0))
  })
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: process.env['PORT'] ?? '14142' },
        host: { type: 'string', default: process.env['HOST'] ?? '127.0.0.1' },
        dir: { type: 'string', default: process.env['DATA_DIR'] ?? './data' },
        seed: { type: 'string', default: process.env['SANDBOX_SEED'] ?? '' },
        'log-level': { type: 'string', default: process.env['LOG_LEVEL'] ?? 'silent' },
      },
    })
  } catch (error) {
    return fail((error as Error).message)
  }
}
