import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { totpCode } from '@bitquay/contract/scalars'
import { portalPaths } from '../../frame/portal-screens.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import { isLimit } from './key-form.ts'
import * as t from './messages.ts'
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
    <Dialog
      open
      keep={change.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={t.limitTitle}
      purpose={t.limitPurpose({ name: apiKey.name })}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={change.isPending} disabled={!twoFactorEnabled}>
            {change.isPending ? t.saving : t.saveLimit}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field label={t.limit} error={form.errors.limit}>
          <MoneyInput data-autofocus placeholder="0.00" {...form.bind('limit')} />
        </Field>
        {twoFactorEnabled ? (
          <TwoFactorField
            label={t.code}
            value={form.fields.code}
            error={form.errors.code}
            hint={t.codeHint}
            onValueChange={(value) => form.change('code', value)}
          />
        ) : (
          <Notice kind="wait">
            <p>{t.codeNeeded}</p>
            <ButtonLink className="mt-3" size="sm" to={portalPaths.merchant.security}>
              {t.setUpCode}
            </ButtonLink>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

const checkLimit = ({ limit, code }: { limit: string; code: string }) => ({
  ...(limit.trim() && isLimit(limit) ? {} : { limit: t.limitInvalid }),
  ...(totpCode.safeParse(code).success ? {} : { code: t.codeInvalid }),
})
