import { levers, sandboxState } from '@bitquay/contract/sandbox'
import { getStatus } from '@bitquay/contract/status'
import { ask } from '../../lib/api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useAction } from '../../lib/use-action.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'

export type LeverName = keyof typeof levers

/** Pulls a lever, says what came of it, and looks at the network again at once. */
export const useLever = (name: LeverName) =>
  useAction({
    mutationFn: ({ body }: { body: object; done: string }) => ask(levers[name], { body }),
    onSuccess: (_, { done }) => toast({ kind: 'ok', title: t.done, description: done }),
    onError: (error) => toast({ kind: 'bad', title: t.refused, description: messageOf(error, t.notReached) }),
    rereads: [sandboxState, getStatus],
  })
