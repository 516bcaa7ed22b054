import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { totpCode } from '@bitquay/contract/scalars'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/input.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import { isLimit } from './key-form.ts'
import { useChangeApiKey } from './use-api-keys.ts'

type RefundLimitDialogProps = { apiKey: ApiKeyView; twoFactorEnabled: boolean; onClose: () => void }
type Problems = { limit?: string | undefined; code?: string | undefined }

/** What a key may refund in a day; it takes a code, since it lets a program send money. */
export const RefundLimitDialog = ({ apiKey, twoFactorEnabled, onClose }: RefundLimitDialogProps) => {
  const change = useChangeApiKey(apiKey.id)
  const [limit, setLimit] = useState(apiKey.dailyRefundLimitUsd)
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const save = () => {
    const found: Problems = {
      ...(limit.trim() && isLimit(limit) ? {} : { limit: 'Please enter an amount in dollars' }),
      ...(totpCode.safeParse(code).success ? {} : { code: 'Token must be 6 digits' }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    change.mutate(
      { dailyRefundLimitUsd: limit.trim(), twoFactorToken: code },
      {
        onSuccess: ({ dailyRefundLimitUsd }) => {
          toast({
            title: 'Refund limit changed',
            description: `${apiKey.name}: ${formatUsd(dailyRefundLimitUsd)} a day`,
          })
          onClose()
        },
        onError: (error) => {
          const message = messageOf(error, 'The limit could not be changed')
          const isCode = error instanceof ApiError && error.code === 'invalid-verification-code'
          setProblems(isCode ? { code: message } : { limit: message })
        },
      },
    )
  }
  return (
    <Dialog
      open
      keep={change.isPending}
      onOpenChange={(open) => !open && onClose()}
      title="Daily refund limit"
      purpose={`The most that ${apiKey.name} can refund in a day (UTC). With 0 it can’t refund.`}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={change.isPending} disabled={!twoFactorEnabled}>
            {change.isPending ? 'Saving...' : 'Save limit'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field label="Daily refund limit (USD)" error={problems.limit}>
          <MoneyInput
            data-autofocus
            placeholder="0.00"
            value={limit}
            onChange={(event) => {
              setLimit(event.target.value)
              setProblems({ ...problems, limit: undefined })
            }}
          />
        </Field>
        {twoFactorEnabled ? (
          <TwoFactorField
            label="2FA code"
            value={code}
            error={problems.code}
            hint="From your authenticator app, since this key can send money."
            onValueChange={(value) => {
              setCode(value)
              setProblems({ ...problems, code: undefined })
            }}
          />
        ) : (
          <Notice kind="wait">
            <p>2FA must be set up before you can let a program send money.</p>
            <ButtonLink className="mt-3" size="sm" to="/merchant/security">
              Set up 2FA
            </ButtonLink>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
