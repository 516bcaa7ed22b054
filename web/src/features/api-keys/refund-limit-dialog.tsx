import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { CodeField } from '../../frame/code-field.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { findCodeProblem } from '../../lib/check-code.ts'
import { useUser } from '../../lib/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MoneyInput } from '../../ui/input.tsx'
import { isLimit } from './key-form.ts'
import * as t from './messages.ts'
import { useChangeApiKey } from './use-api-keys.ts'

type RefundLimitDialogProps = { apiKey: ApiKeyView; onClose: () => void }

/** What a key may refund in a day; it takes a code, since it lets a program send money. */
export const RefundLimitDialog = ({ apiKey, onClose }: RefundLimitDialogProps) => {
  const { twoFactorEnabled } = useUser()
  const change = useChangeApiKey(apiKey.id)
  const form = useContractForm(checkLimit, { initial: { limit: apiKey.dailyRefundLimitUsd, code: '' } })
  const save = form.submit(({ limit, code }) =>
    change.mutate(
      { dailyRefundLimitUsd: limit.trim(), twoFactorToken: code },
      {
        onSuccess: onClose,
        onError: (error) => {
          const message = messageOf(error, t.limitFailed)
          const isCode = error instanceof ApiError && error.code === 'invalid-verification-code'
          form.setError(isCode ? 'code' : 'limit', message)
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.limitTitle}
      purpose={t.limitPurpose({ name: apiKey.name })}
      confirm={t.saveLimit}
      confirming={t.saving}
      busy={change.isPending}
      disabled={!twoFactorEnabled}
      onSubmit={save}
    >
      <div className="stack gap-5">
        <Field label={t.limit} error={form.errors.limit}>
          <MoneyInput data-autofocus placeholder="0.00" {...form.bind('limit')} />
        </Field>
        <CodeField
          needed={t.codeNeeded}
          hint={t.codeHint}
          value={form.fields.code}
          error={form.errors.code}
          onValueChange={(value) => form.change('code', value)}
        />
      </div>
    </FormDialog>
  )
}

const checkLimit = ({ limit, code }: { limit: string; code: string }) => ({
  ...(limit.trim() && isLimit(limit) ? {} : { limit: t.limitInvalid }),
  code: findCodeProblem(code),
})
