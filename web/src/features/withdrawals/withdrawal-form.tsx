import { CircleCheck } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { CodeField } from '../../frame/code-field.tsx'
import { explainFailure, HelpLink } from '../../frame/help-link.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useUser } from '../../lib/session.ts'
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
import { type Closed, WithdrawalsClosedNotice } from '../../ui/withdrawals-closed-notice.tsx'
import { isAboutCode } from './is-about-code.ts'
import * as t from './messages.ts'
import type { WithdrawalForm as FormState } from './use-withdrawal-form.ts'
import { type Sent, useWithdraw } from './use-withdrawals.ts'
import './withdrawal-form.css'

type WithdrawalFormProps = {
  form: FormState
  /** The largest amount that can be sent. */
  maxUsd: string | undefined
  /** Set while this person must wait. */
  closed: Closed | null | undefined
  /** After a restore, until it has been reviewed. */
  underCheck: boolean
  /** As the address check calls it, such as "Bitcoin mainnet". */
  networkName: string
  /** The merchant signs with keys that only they have. */
  signsOutside: boolean
  onSent: (sent: Sent) => void
}

/** Amount, address and the code that proves who is asking. */
export const WithdrawalForm = ({ form, maxUsd, closed, underCheck, ...rest }: WithdrawalFormProps) => {
  const { twoFactorEnabled } = useUser()
  const codeField = useRef<HTMLInputElement>(null)
  const { submit, isPending } = useSubmit(form, codeField, rest.onSent)
  return (
    <Card bare aria-label={t.formLabel}>
      <Form onSubmit={submit}>
        <div className="pad stack gap-4.5">
          {underCheck && <Notice kind="wait">{t.underCheck}</Notice>}
          <WithdrawalsClosedNotice
            closed={closed}
            format={formatDateTime}
            help={<HelpLink about="withdrawals-closed" />}
          />
          <Amount form={form} maxUsd={maxUsd} />
          <Address form={form} networkName={rest.networkName} />
          <div className="stack gap-4 halves">
            <Field label={t.notes} optional>
              <Input maxLength={500} {...form.bind('notes')} />
            </Field>
            <Field label={t.promoCode} optional error={form.errors.promoCode}>
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
          <CodeField
            needed={t.codeNeeded}
            ref={codeField}
            value={form.fields.twoFactorToken}
            error={form.errors.twoFactorToken}
            help={<HelpLink about="invalid-verification-code" />}
            hint={t.codeHint}
            onValueChange={(value) => form.change('twoFactorToken', value)}
          />
        </div>
        <div className="withdrawal-foot flex wraps middle gap-2 at-end ruled">
          {rest.signsOutside && <p className="small muted at-start">{t.ownSign}</p>}
          {form.isTyped && !isPending && (
            <Button variant="ghost" onClick={form.reset}>
              {t.clear}
            </Button>
          )}
          <Button
            type="submit"
            variant="signal"
            size="lg"
            busy={isPending}
            disabled={!twoFactorEnabled || Boolean(closed) || form.amountCents === undefined}
          >
            {rest.signsOutside ? (isPending ? t.creatingToSign : t.createToSign) : isPending ? t.submitting : t.submit}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

const Amount = ({ form, maxUsd }: Pick<WithdrawalFormProps, 'form' | 'maxUsd'>) => (
  <Field
    label={t.amount}
    error={form.errors.amount}
    help={form.isShort && <HelpLink about="insufficient-balance" />}
    aside={
      maxUsd !== undefined &&
      /[1-9]/.test(maxUsd) && (
        <button type="button" className="link small" onClick={form.chooseMax}>
          {t.maxAction({ amount: formatUsd(maxUsd) })}
        </button>
      )
    }
    hint={
      form.quote && (
        <span className="flex wraps between muted gap-y-0 gap-x-4">
          <Btc amount={form.quote.netAmountBtc} />
          <span>{t.atPrice({ price: formatUsd(form.quote.price) })}</span>
        </span>
      )
    }
  >
    <MoneyInput placeholder="0.00" {...form.amountInput} />
  </Field>
)

const Address = ({ form, networkName }: Pick<WithdrawalFormProps, 'form' | 'networkName'>) => (
  <Field
    label={t.address}
    error={form.errors.address}
    help={<HelpLink about="invalid-address" />}
    hint={
      form.address === undefined || form.errors.address ? (
        form.fields.address.trim() === '' && t.addressHint
      ) : (
        <span className="across text-ok medium gap-1.5">
          <CircleCheck className="ico" aria-hidden="true" />
          {t.validAddress({ network: networkName })}
        </span>
      )
    }
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
)

/** Sends the form and reports the result. */
const useSubmit = (form: FormState, codeField: RefObject<HTMLInputElement | null>, onSent: (sent: Sent) => void) => {
  const withdraw = useWithdraw()
  const submit = form.submit((order, twoFactorToken) =>
    withdraw.mutate(
      { ...order, twoFactorToken },
      {
        onSuccess: (sent) => {
          form.reset()
          onSent(sent)
          if (sent.psbt !== undefined) toast(toSign)
          else toast(sent.status === 'processing' ? accepted : processed(sent.withdrawal.customerAmount))
        },
        onError: (error) => {
          form.change('twoFactorToken', '')
          showFailure(error, form)
          if (isAboutCode(error)) codeField.current?.focus()
        },
      },
    ),
  )
  return { submit, isPending: withdraw.isPending }
}

const processed = (usd: string) => ({
  title: t.processedToast,
  description: t.processed({ amount: formatUsd(usd) }),
})

const toSign = { title: t.createdToast, description: t.signToSend }

const accepted = { kind: 'wait' as const, title: t.acceptedToast, description: t.accepted }

const showFailure = (error: unknown, form: FormState) => {
  if (isOutcomeUnknown(error)) {
    toast({ kind: 'wait', title: t.unknownToast, description: t.unknown })
    return
  }
  toast({
    kind: 'bad',
    title: isAboutCode(error) ? t.codeToast : t.failedToast,
    description: explainFailure(error, t.failed),
  })
  if (!(error instanceof ApiError)) return
  const field = fieldOf[error.code ?? '']
  if (field) form.setError(field, error.message)
}

/** Which field an error is about. */
const fieldOf: Record<string, 'amount' | 'address' | 'promoCode' | 'twoFactorToken'> = {
  'insufficient-balance': 'amount',
  'amount-too-small': 'amount',
  'invalid-address': 'address',
  'invalid-promo-code': 'promoCode',
  'invalid-verification-code': 'twoFactorToken',
}
