import type { Deps } from '../deps.ts'

/** The same dependencies for work that ends with a signal: every call to a merchant's BTCPay ends with it. */
export const withDeadline = (deps: Deps, signal: AbortSignal): Deps => ({
  ...deps,
  engines: { ...deps.engines, at: (connection) => deps.engines.at({ ...connection, signal }) },
})
