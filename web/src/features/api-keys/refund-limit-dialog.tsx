import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { totpCode } from '@bitquay/contract/scalars'
import { portalPaths } from '../../frame/portal-screens.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
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

/** What a key may refund in a day; it takes a code, since it lets a program send money. */
export const RefundLimitDialog = ({ apiKey, twoFactorEnabled, onClose }: RefundLimitDialogProps) => {
  const change = useChangeApiKey(apiKey.id)
  const form = useContractForm(checkLimit, { initial: { limit: apiKey.dailyRefundLimitUsd, code: '' } })
  const save = form.submit(({ limit, code }) =>
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
          form.setError(isCode ? 'code' : 'limit', message)
        },
      },
    ),
  )
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
        <Field label="Daily refund limit (USD)" error={form.errors.limit}>
          <MoneyInput data-autofocus placeholder="0.00" {...form.bind('limit')} />
        </Field>
        {twoFactorEnabled ? (
          <TwoFactorField
            label="2FA code"
            value={form.fields.code}
            error={form.errors.code}
            hint="From your authenticator app, since this key can send money."
            onValueChange={(value) => form.change('code', value)}
          />
        ) : (
          <Notice kind="wait">
            <p>2FA must be set up before you can let a program send money.</p>
            <ButtonLink className="mt-3" size="sm" to={portalPaths.merchant.security}>
              Set up 2FA
            </ButtonLink>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

const checkLimit = ({ limit, code }: { limit: string; code: string }) => ({
  ...(limit.trim() && isLimit(limit) ? {} : { limit: 'Please enter an amount in dollars' }),
  ...(totpCode.safeParse(code).success ? {} : { code: 'Token must be 6 digits' }),
})
