import { CircleCheck } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { isOutcomeUnknown } from '../../lib/use-idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Btc } from '../../ui/figures.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, MoneyInput, Textarea } from '../../ui/input.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import { type Closed, WithdrawalsClosedNotice } from '../../ui/withdrawals-closed-notice.tsx'
import type { WithdrawalForm as FormState } from './use-withdrawal-form.ts'
import { type Sent, useWithdraw } from './use-withdrawals.ts'
import './withdrawal-form.css'

type WithdrawalFormProps = {
  form: FormState
  twoFactorEnabled: boolean
  /** Set while this person must wait. */
  closed: Closed | null | undefined
  /** As the address check calls it, such as "Bitcoin mainnet". */
  networkName: string
  onSent: (sent: Sent) => void
}

/** Whom to pay how much, and the code that proves who asks. */
export const WithdrawalForm = ({ form, twoFactorEnabled, closed, networkName, onSent }: WithdrawalFormProps) => {
  const codeField = useRef<HTMLInputElement>(null)
  const { submit, isPending } = useSubmit(form, codeField, onSent)
  return (
    <Card span={7} className="self-start" aria-label="Withdrawal">
      <Form className="grid gap-[1.125rem]" onSubmit={submit}>
        <WithdrawalsClosedNotice closed={closed} format={formatDateTime} />
        <Amount form={form} />
        <Field
          label="Customer's Bitcoin address"
          error={form.errors.address}
          hint={form.addressIsGood && !form.errors.address ? <GoodAddress networkName={networkName} /> : undefined}
        >
          <Textarea
            className="mono"
            rows={2}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            maxLength={200}
            {...form.bind('address')}
            onKeyDown={(event) => {
              // An address has no lines.
              if (event.key !== 'Enter') return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
        </Field>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Notes" optional>
            <Input maxLength={500} {...form.bind('notes')} />
          </Field>
          <Field label="Promo code" optional error={form.errors.promoCode}>
            <Input
              className="mono"
              maxLength={64}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="characters"
              {...form.bind('promoCode')}
            />
          </Field>
        </div>
        {twoFactorEnabled ? (
          <TwoFactorField
            label="2FA code"
            ref={codeField}
            value={form.fields.twoFactorToken}
            error={form.errors.twoFactorToken}
            hint="From your authenticator app. A code works once."
            onValueChange={(value) => form.change('twoFactorToken', value)}
          />
        ) : (
          <Notice kind="wait">
            2FA must be set up before you can withdraw.{' '}
            <Link className="link" to={portalPaths.merchant.security}>
              Set up 2FA
            </Link>
          </Notice>
        )}
        <Button
          type="submit"
          variant="signal"
          size="lg"
          block
          busy={isPending}
          disabled={!twoFactorEnabled || Boolean(closed) || form.amountCents === undefined}
        >
          {isPending ? 'Processing Withdrawal...' : 'Process Withdrawal'}
        </Button>
      </Form>
    </Card>
  )
}

const Amount = ({ form }: { form: FormState }) => (
  <div className="grid gap-1.5">
    <Field label="Customer withdrawal amount (USD)" error={form.errors.amount}>
      <MoneyInput placeholder="0.00" {...form.bind('amount')} />
    </Field>
    <div className="conversion">
      {form.quote && (
        <>
          <Btc amount={form.quote.netAmountBtc} />
          <span>at {formatUsd(form.quote.price)}</span>
        </>
      )}
    </div>
  </div>
)

const GoodAddress = ({ networkName }: { networkName: string }) => (
  <span className="good-address">
    <CircleCheck className="ico" aria-hidden="true" />
    Checksum correct, {networkName}
  </span>
)

/** Sends what the form holds and says how that ended. */
const useSubmit = (form: FormState, codeField: RefObject<HTMLInputElement | null>, onSent: (sent: Sent) => void) => {
  const withdraw = useWithdraw()
  const submit = form.submit((order, twoFactorToken) =>
    withdraw.mutate(
      { ...order, twoFactorToken },
      {
        onSuccess: (sent) => {
          form.reset()
          onSent(sent)
          toast(sent.status === 'processing' ? accepted : processed(sent.withdrawal.customerAmount))
        },
        onError: (error) => {
          form.change('twoFactorToken', '')
          tellFailure(error, form)
          if (messageOf(error, '').includes('2FA')) codeField.current?.focus()
        },
      },
    ),
  )
  return { submit, isPending: withdraw.isPending }
}

const processed = (usd: string) => ({
  title: 'Withdrawal Processed',
  description: `${formatUsd(usd)} is on its way to your customer.`,
})

const accepted = {
  kind: 'wait' as const,
  title: 'Withdrawal Accepted',
  description: 'It is held for your customer and goes out as soon as possible. Follow it below.',
}

const tellFailure = (error: unknown, form: FormState) => {
  if (isOutcomeUnknown(error)) {
    toast({
      kind: 'wait',
      title: 'No Answer Yet',
      description:
        'It is not known whether the withdrawal was accepted. Look at the list below; sent again unchanged, it is paid once.',
    })
    return
  }
  const description = messageOf(error, 'Failed to process customer withdrawal.')
  toast({ kind: 'bad', title: description.includes('2FA') ? '2FA Required' : 'Withdrawal Failed', description })
  if (!(error instanceof ApiError)) return
  const field = fieldOf[error.code ?? '']
  if (field) form.setError(field, error.message)
}

/** Which field a refusal is about. */
const fieldOf: Record<string, 'amount' | 'address' | 'promoCode' | 'twoFactorToken'> = {
  'insufficient-balance': 'amount',
  'amount-too-small': 'amount',
  'invalid-address': 'address',
  'invalid-promo-code': 'promoCode',
  'invalid-verification-code': 'twoFactorToken',
}
