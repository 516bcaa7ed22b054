import { readConfig } from '../../src/config.ts'
import { startServer } from '../../src/start-server.ts'

/** The normal server, except that it dies at the step in KILL_AT, as after `kill -9`. Only tests start it. */
const killAt = process.env.KILL_AT
await startServer(readConfig(), {
  adjust: (deps) => {
    deps.reached = (step) => {
      if (step === killAt) process.kill(process.pid, 'SIGKILL')
    }
  },
})
