import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'

/** An admin's own code, and what happens after the answer: the dialog closes, or says why not. */
export const useCareAnswer = (done: { title: string; description: string }, onClose: () => void) => {
  const code = useAdminCode()
  const told = {
    onSuccess: () => {
      onClose()
      toast(done)
    },
    onError: (error: Error) => {
      if (code.answered(error)) return
      toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.careFailed) })
    },
  }
  return { code, told }
}
