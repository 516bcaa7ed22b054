import type { Answer } from '@bitquay/contract/call'
import { levers as calls, sandboxState } from '@bitquay/contract/sandbox'
import type { Deps } from '../deps.ts'
import { mail } from '../mail/index.ts'
import { type Route, route } from '../platform/http/route.ts'
import { callSandbox } from './call-sandbox.ts'
import { payInvoice } from './pay-invoice.ts'
import { payOwnInvoice } from './pay-own-invoice.ts'
import { turnClock } from './turn-clock.ts'

const { clock, pay, ...others } = calls

/** The sandbox controls on our own origin, because our pages may only talk to our own origin. */
export const levers = (deps: Deps): Route[] => [
  route(pay, ({ apiKey, body }) => (apiKey ? payOwnInvoice(deps, apiKey, body) : payInvoice(deps, body))),
  route(clock, ({ body }) => turnClock(deps, body.advanceSeconds)),
  ...Object.entries(others).map(([name, call]) => route(call, ({ body }) => callSandbox(deps, name, body))),
  route(sandboxState, async () => (await callSandbox(deps, 'state')) as Answer<typeof sandboxState>),
]

export const sandboxRoutes = (deps: Deps): Route[] => [...levers(deps), mail(deps)]
