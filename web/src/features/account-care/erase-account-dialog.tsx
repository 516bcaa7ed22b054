import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../frame/screens.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { findCodeProblem } from '../../lib/check-code.ts'
import { forgetSession } from '../../lib/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import * as t from './messages.ts'
import { useEraseAccount } from './use-account-care.ts'

type Fields = { code: string }

/** Asks for the owner's code. The session ends with the account. */
export const EraseAccountDialog = ({ onClose }: { onClose: () => void }) => {
  const erasing = useEraseAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { fields, errors, change, setError, submit } = useContractForm(checkErasure, { initial: { code: '' } })
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.code === 'invalid-verification-code') setError('code', error.message)
    else toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.eraseFailed) })
  }
  const onSuccess = () => {
    void navigate(paths.home)
    forgetSession(queryClient)
    toast({ title: t.erasedToast, description: t.erasedText })
  }
  return (
    <ConfirmDialog
      title={t.eraseAccount}
      purpose={t.erasePurpose}
      confirm={t.eraseAccount}
      confirming={t.erasing}
      bad
      busy={erasing.isPending}
      onClose={onClose}
      onConfirm={submit(({ code }) => erasing.mutate({ twoFactorToken: code }, { onSuccess, onError }))}
    >
      <TwoFactorField
        label={t.code}
        value={fields.code}
        onValueChange={(code) => change('code', code)}
        error={errors.code}
      />
    </ConfirmDialog>
  )
}

const checkErasure = ({ code }: Fields) => ({ code: findCodeProblem(code) })
