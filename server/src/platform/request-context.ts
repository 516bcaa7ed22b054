import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing/tracer.ts'

/** What caused the current work: a request, or one run of a worker. */
export type RequestContext = { requestId: string; worker?: string; span?: Span }

const storage = new AsyncLocalStorage<RequestContext>()

/** Everything that `work` starts, also later, belongs to this context. */
export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

export const findContext = (): RequestContext | undefined => storage.getStore()
