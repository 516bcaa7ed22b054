import type { Answer } from '@bitquay/contract/call'
import { levers as calls, sandboxState } from '@bitquay/contract/sandbox'
import type { Deps } from '../../deps.ts'
import { pullLever } from '../../flows/pull-lever.ts'
import { turnClock } from '../../flows/turn-clock.ts'
import { type Route, route } from '../../platform/http/route.ts'

const { clock, ...others } = calls

/** The sandbox's levers under our own roof: a page of ours may talk to our own origin only. */
export const levers = (deps: Deps): Route[] => [
  route(clock, ({ body }) => turnClock(deps, body.advanceSeconds)),
  ...Object.entries(others).map(([name, call]) => route(call, ({ body }) => pullLever(deps, name, body))),
  route(sandboxState, async () => (await pullLever(deps, 'state')) as Answer<typeof sandboxState>),
]
