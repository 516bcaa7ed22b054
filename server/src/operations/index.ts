export {
  clockLimitSeconds,
  describeClock,
  isDiskLow,
  type Machine,
  measureClock,
  thisMachine,
} from './check-machine.ts'
export { certificateDays, findRateProblem, measureEngine } from './check-servers.ts'
export { probeServer } from './probe-server.ts'
export { listOpenAlerts, readPlatformWallet } from './queries.system.ts'
