import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { paths } from '../../frame/screens.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { forgetSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useEraseAccount } from './use-account-care.ts'

/** Asks for the owner's code. The session ends with the account. */
export const EraseAccountDialog = ({ onClose }: { onClose: () => void }) => {
  const erasing = useEraseAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const onSuccess = () => {
    void navigate(paths.home)
    forgetSession(queryClient)
    toast({ title: t.erasedToast, description: t.erasedText })
  }
  return (
    <CodeDialog
      title={t.eraseAccount}
      purpose={t.erasePurpose}
      confirm={t.eraseAccount}
      confirming={t.erasing}
      bad
      busy={erasing.isPending}
      onClose={onClose}
      onCode={(twoFactorToken, refuse) =>
        erasing.mutate(
          { twoFactorToken },
          {
            onSuccess,
            onError: (error) => {
              if (error instanceof ApiError && error.code === 'invalid-verification-code') refuse(error.message)
              else toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.eraseFailed) })
            },
          },
        )
      }
    />
  )
}
