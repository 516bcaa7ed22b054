import type { Currency } from '@bitquay/contract/prices'
import { fromRefundSats } from '@bitquay/contract/refunds.amounts'
import { useState } from 'react'
import { CodeField } from '../../frame/code-field.tsx'
import { explainFailure } from '../../frame/help-link.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { formatPrice } from '../../lib/format-price.ts'
import { useUser } from '../../lib/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import {
  checkRefund,
  findTaxPart,
  isOverpaid,
  listUnits,
  type Preset,
  plain,
  presetAmount,
  type RefundedInvoice,
  satsOfTyped,
} from './refund-form.ts'
import { useCreateRefund } from './use-refunds.ts'

type RefundDialogProps = {
  invoice: RefundedInvoice
  /** The amount that the field shows at first. */
  preset?: Preset | undefined
  onClose: () => void
}

type Offered = { link: string; emailed: boolean }

/** Asks for the amount, a reason and a code, then shows the link once. */
export const RefundDialog = (props: RefundDialogProps) => {
  const [offered, setOffered] = useState<Offered>()
  // What is left changes with the offer itself; the question was about what was left before.
  const [invoice] = useState(props.invoice)
  if (offered) return <OfferedDialog {...offered} customerEmail={invoice.customerEmail} onClose={props.onClose} />
  return <AskDialog {...props} invoice={invoice} onOffered={setOffered} />
}

const AskDialog = ({
  invoice,
  preset: first = isOverpaid(invoice.refundable) ? 'overpaid' : 'everything',
  onClose,
  onOffered,
}: RefundDialogProps & { onOffered: (offered: Offered) => void }) => {
  const { refundable, customerEmail } = invoice
  const { twoFactorEnabled } = useUser()
  const units = listUnits(invoice)
  const [unit, setUnit] = useState<Currency>(units[0] ?? 'BTC')
  const [preset, setPreset] = useState<Preset | undefined>(first)
  const { fields, errors, change, bind, setError, submit } = useContractForm(checkRefund(unit, refundable), {
    initial: { amount: presetAmount(first, unit, refundable), reason: '', code: '' },
  })
  const offer = useCreateRefund(invoice.invoiceId)
  const choose = (chosen: Preset) => {
    setPreset(chosen)
    change('amount', presetAmount(chosen, unit, refundable))
  }
  const switchUnit = (next: Currency) => {
    const sats = satsOfTyped(fields.amount, unit, refundable)
    setUnit(next)
    if (preset) change('amount', presetAmount(preset, next, refundable))
    else if (sats !== undefined) change('amount', fromRefundSats(sats, next, refundable.rates) ?? '')
  }
  const send = submit(({ amount, reason, code }) => {
    const wanted = preset ? { kind: preset } : { amount: plain(amount), currency: unit }
    const order = { ...wanted, ...(reason.trim() ? { reason: reason.trim() } : {}) }
    offer.mutate(
      { order, twoFactorToken: code },
      {
        onSuccess: ({ claimLink, emailed }) => {
          toast({ title: t.createdToast, description: t.customerChooses })
          onOffered({ link: claimLink, emailed })
        },
        onError: (failure) => {
          const sentence = messageOf(failure, t.createFailed)
          if (failure instanceof ApiError && failure.fields[0]?.path === 'amount') setError('amount', sentence)
          toast({ kind: 'bad', title: t.createFailedToast, description: explainFailure(failure, t.createFailed) })
        },
      },
    )
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t.dialogTitle}
      purpose={t.dialogPurpose}
      confirm={t.create}
      confirming={t.creating}
      busy={offer.isPending}
      disabled={!twoFactorEnabled}
      onSubmit={send}
    >
      <div className="stack gap-4">
        <div className="stack gap-2">
          <Field
            label={t.amountLabel}
            error={errors.amount}
            hint={<Conversion amount={fields.amount} unit={unit} invoice={invoice} />}
            aside={<Segmented label={t.unitLabel} options={units.map(asOption)} value={unit} onChange={switchUnit} />}
          >
            <Input
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              className="input--money"
              data-autofocus
              value={fields.amount}
              onFocus={(event) => event.target.select()}
              onChange={(event) => {
                setPreset(undefined)
                change('amount', event.target.value)
              }}
            />
          </Field>
          <div className="flex wraps gap-2">
            <Button size="sm" aria-pressed={preset === 'everything'} onClick={() => choose('everything')}>
              {t.refundEverything}
            </Button>
            {isOverpaid(refundable) && (
              <Button size="sm" aria-pressed={preset === 'overpaid'} onClick={() => choose('overpaid')}>
                {t.refundOverpayment}
              </Button>
            )}
          </div>
        </div>
        <Field label={t.reasonLabel} optional hint={t.reasonHint}>
          <Input name="reason" maxLength={500} {...bind('reason')} />
        </Field>
        <CodeField
          needed={t.codeNeeded}
          value={fields.code}
          error={errors.code}
          onValueChange={(value) => change('code', value)}
        />
        <p className="small quiet">{customerEmail ? t.willEmail({ email: customerEmail }) : t.shareYourself}</p>
      </div>
    </FormDialog>
  )
}

const asOption = (unit: Currency) => ({ value: unit, text: unit })

/** What the typed amount is in bitcoin, or in money if bitcoin is typed, and how much of it is tax. */
const Conversion = ({ amount, unit, invoice }: { amount: string; unit: string; invoice: RefundedInvoice }) => {
  const { refundable } = invoice
  const sats = satsOfTyped(amount, unit, refundable)
  if (sats === undefined) return null
  const other = unit === 'BTC' ? 'USD' : 'BTC'
  const shown = fromRefundSats(sats, other, refundable.rates)
  const tax = findTaxPart(invoice, sats)
  return (
    <>
      {shown !== undefined && t.converted({ amount: formatPrice(shown, other) })}
      {tax !== undefined && <span className="block">{t.includesTax({ amount: tax })}</span>}
    </>
  )
}

type OfferedProps = Offered & { customerEmail: string | null; onClose: () => void }

const OfferedDialog = ({ link, emailed, customerEmail, onClose }: OfferedProps) => (
  <Dialog
    open
    onOpenChange={(stays) => !stays && onClose()}
    title={t.linkTitle}
    purpose={describeDelivery(emailed, customerEmail)}
    keep
    footer={
      <Button variant="signal" onClick={onClose} data-autofocus>
        {t.done}
      </Button>
    }
  >
    <CopyRow label={t.linkTitle} text={link} />
    <div className="mt-4">
      <Notice kind="wait">{t.linkWarning}</Notice>
    </div>
  </Dialog>
)

const describeDelivery = (emailed: boolean, customerEmail: string | null) => {
  if (!customerEmail) return t.linkToShare
  return emailed ? t.linkEmailed({ email: customerEmail }) : t.linkNotEmailed
}
