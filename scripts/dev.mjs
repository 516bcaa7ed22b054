/** Runs the server and the web app from source. Both reload when a file changes. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root, tool } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('dev')
await ensureInstalled()
const apiPort = process.env.API_PORT ?? '3001'
const webPort = process.env.PORT ?? '3000'
const children = [
  spawn(tool('tsx'), ['watch', '--clear-screen=false', 'server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: apiPort, PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${webPort}` },
  }),
  spawn(tool('vite'), ['--port', webPort, '--strictPort'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, API_PORT: apiPort },
  }),
]
const stop = (code) => {
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}
for (const child of children) child.once('exit', (code) => stop(code ?? 0))
// Ctrl-C reaches every process in the terminal. A second signal would make tsx cut the server's shutdown short.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => stop(0))
