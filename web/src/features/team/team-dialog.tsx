import type { ComponentProps } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { explainFailure } from '../../frame/help-link.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'

type Action = {
  isPending: boolean
  mutate: (code: string, told: { onSuccess: () => void; onError: (error: unknown) => void }) => void
}

type TeamDialogProps = Omit<ComponentProps<typeof CodeDialog>, 'needed' | 'busy' | 'onCode'> & {
  action: Action
  /** What the toast says afterwards. */
  done: { title: string; description: string }
  failed: string
}

/** Asks for a code before a change of the team. */
export const TeamDialog = ({ action, done, failed, ...dialog }: TeamDialogProps) => (
  <CodeDialog
    {...dialog}
    needed={t.codeNeeded}
    busy={action.isPending}
    onCode={(code, refuse) =>
      action.mutate(code, {
        onSuccess: () => {
          dialog.onClose()
          toast(done)
        },
        onError: (error) => {
          if (isAboutCode(error)) refuse(error.message)
          else toast({ kind: 'bad', title: t.failedToast, description: explainFailure(error, failed) })
        },
      })
    }
  />
)

/** Whether a refusal is about the code, which its field then says. */
export const isAboutCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'invalid-verification-code' || error.code === 'second-factor-missing')
