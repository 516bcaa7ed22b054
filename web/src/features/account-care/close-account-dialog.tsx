import { CodeField } from '../../frame/code-field.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { findCodeProblem } from '../../lib/check-code.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCloseAccount } from './use-account-care.ts'

type Fields = { payoutAddress: string; code: string }

type CloseAccountDialogProps = { availableUsd: string; onClose: () => void }

/** Asks for the owner's code, and where the last payout goes if there is something to pay out. */
export const CloseAccountDialog = ({ availableUsd, onClose }: CloseAccountDialogProps) => {
  const close = useCloseAccount()
  const { fields, bind, errors, change, setError, submit } = useContractForm(checkClosing, {
    initial: { payoutAddress: '', code: '' },
  })
  const send = submit(({ payoutAddress, code }) =>
    close.mutate(
      { payoutAddress: payoutAddress.trim(), twoFactorToken: code },
      {
        onSuccess: () => {
          onClose()
          toast({ title: t.closedToast, description: t.closedText })
        },
        onError: (error) => {
          const field = fieldOf(error)
          if (field) setError(field, error.message)
          else toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.closeFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.closeAccount}
      purpose={t.closePurpose}
      confirm={t.closeAccount}
      confirming={t.closing}
      bad
      busy={close.isPending}
      onSubmit={send}
    >
      <div className="stack gap-5">
        {availableUsd !== '0.00' && (
          <Field
            label={t.payoutAddress({ amount: formatUsd(availableUsd) })}
            optional
            hint={t.payoutHint}
            error={errors.payoutAddress}
          >
            <Input {...bind('payoutAddress')} autoComplete="off" spellCheck={false} />
          </Field>
        )}
        <CodeField value={fields.code} onValueChange={(code) => change('code', code)} error={errors.code} />
      </div>
    </FormDialog>
  )
}

const checkClosing = ({ code }: Fields) => ({ code: findCodeProblem(code) })

const fieldOf = (error: Error): keyof Fields | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'invalid-address') return 'payoutAddress'
  return error.code === 'invalid-verification-code' || error.code === 'too-many-attempts' ? 'code' : undefined
}
