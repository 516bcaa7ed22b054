import { getDoctor, runDoctor as run } from '@bitquay/contract/doctor'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'
import { runDoctor } from './run-doctor.ts'

export const doctorRoutes = (deps: Deps): Route[] => {
  const answer = (findings: Finding[]) => ({ at: new Date().toISOString(), version: deps.version, findings })
  // Who asks while a run is under way gets the same answer, so that many clicks cost one run.
  let running: Promise<Finding[]> | undefined
  const examineOnce = async () => {
    running ??= examine(deps)
    try {
      return await running
    } finally {
      running = undefined
    }
  }
  return [
    route(getDoctor, async () => answer(await examineOnce())),
    route(run, async ({ person, body, source }) => answer(await runDoctor(deps, person, body.twoFactorToken, source))),
  ]
}
