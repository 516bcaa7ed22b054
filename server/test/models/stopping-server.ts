import { readConfig } from '../../src/config.ts'
import { startServer } from '../../src/start-server.ts'

/**
 * The server as it is, but for one thing: it dies at the step that KILL_AT names, as `kill -9` would have it. Only tests
 * start it.
 */
const killAt = process.env.KILL_AT
await startServer(readConfig(), (deps) => {
  deps.reached = (step) => {
    if (step === killAt) process.kill(process.pid, 'SIGKILL')
  }
})
