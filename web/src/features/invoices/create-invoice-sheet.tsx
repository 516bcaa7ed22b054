import { LifeBuoy, Plus } from 'lucide-react'
import { useState } from 'react'
import { explainFailure } from '../../frame/help-link.tsx'
import { paths } from '../../frame/screens.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, MoneyInput, Select, Textarea } from '../../ui/input.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSheet } from '../../ui/sheet.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useBalance } from '../balances/index.ts'
import { useFees } from '../fees/index.ts'
import { useSettings } from '../merchants/index.ts'
import { useNoInvoices } from '../status/index.ts'
import { CreatedSheet } from './created-sheet.tsx'
import { DueField } from './due-field.tsx'
import './invoice-form.css'
import { InvoicePreview } from './invoice-preview.tsx'
import { formatAmount, InvoicePriceSums, PassFeeSwitch } from './invoice-price.tsx'
import * as t from './messages.ts'
import { OptionFields } from './option-fields.tsx'
import { useCurrencies } from './use-currencies.ts'
import { type InvoiceDefaults, useInvoiceForm, usualMinutes } from './use-invoice-form.ts'
import { useCreateInvoice } from './use-invoices.ts'

type Created = NonNullable<ReturnType<typeof useCreateInvoice>['data']>

/** Creates an invoice beside the list, then shows it ready to share. */
export const CreateInvoiceSheet = ({ onClose }: { onClose: () => void }) => {
  const [created, setCreated] = useState<Created>()
  if (created) {
    return <CreatedSheet created={created} onClose={onClose} onAnother={() => setCreated(undefined)} />
  }
  return <Creation onClose={onClose} onCreated={setCreated} />
}

type CreationProps = { onClose: () => void; onCreated: (invoice: Created) => void }

/** The form needs a store that can take payments, and the fees that the total is computed with. */
const Creation = ({ onClose, onCreated }: CreationProps) => {
  const balance = useBalance()
  const fees = useFees()
  const { data: settings, isPending: isWaiting } = useSettings()
  const noInvoices = useNoInvoices()
  if (noInvoices) {
    return (
      <FormSheet title={t.createInvoice} onClose={onClose}>
        <Notice kind="bad">{noInvoices}</Notice>
      </FormSheet>
    )
  }
  if (balance.data?.configured === false) {
    return (
      <FormSheet title={t.createInvoice} onClose={onClose}>
        <NotConfigured />
      </FormSheet>
    )
  }
  if (balance.data && fees.data && !isWaiting) {
    const { invoiceProcessingPercent, platformFeePercent, partnerPoolPercent } = fees.data.current
    return (
      <InvoiceForm
        processingPercent={invoiceProcessingPercent}
        feePercent={settings && platformFeePercent + partnerPoolPercent + settings.markupFeePercent}
        sendsReminders={settings?.sendsReminders ?? false}
        defaults={settings}
        onClose={onClose}
        onCreated={onCreated}
      />
    )
  }
  return (
    <FormSheet title={t.createInvoice} onClose={onClose}>
      {balance.isError || fees.isError ? (
        <LoadError
          title={t.formNotLoadedTitle}
          sentence={t.formNotLoaded}
          reading={{
            isFetching: balance.isFetching || fees.isFetching,
            refetch: () => Promise.all([balance.refetch(), fees.refetch()]),
          }}
        />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </FormSheet>
  )
}

const NotConfigured = () => (
  <EmptyState
    card={false}
    scene="berths"
    title={t.notConfiguredTitle}
    sentence={t.notConfigured}
    actions={
      <ButtonLink variant="signal" to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
        {t.contactSupport}
      </ButtonLink>
    }
  />
)

/** The fields outside of the options. */
const shownFirst = ['amount', 'buyerName', 'buyerEmail', 'dueDate']

type InvoiceFormProps = CreationProps & {
  /** Added to the amount if the customer pays the fee. It belongs to the merchant. */
  processingPercent: number
  /** What is deducted from the payment. */
  feePercent: number | undefined
  sendsReminders: boolean
  /** What the store's settings say that new invoices begin with. */
  defaults?: InvoiceDefaults | undefined
}

export const InvoiceForm = ({
  processingPercent,
  feePercent,
  sendsReminders,
  defaults,
  onClose,
  onCreated,
}: InvoiceFormProps) => {
  const form = useInvoiceForm(processingPercent, defaults)
  const { currency } = form.fields
  const currencies = useCurrencies(currency)
  const hasOptionErrors = Object.keys(form.errors).some((name) => !shownFirst.includes(name))
  const minutes = form.fields.expirationMinutes.trim() || String(usualMinutes)
  const create = useCreateInvoice()
  const submit = form.submit((prepared) =>
    create.mutate(prepared, {
      onSuccess: (invoice) => {
        onCreated(invoice)
        toast({ title: t.createdToast, description: t.readyToShare })
      },
      onError: (error) =>
        toast({ kind: 'bad', title: t.errorToast, description: explainFailure(error, t.createFailed) }),
    }),
  )
  return (
    <FormSheet
      title={t.createInvoice}
      onClose={onClose}
      onSubmit={submit}
      beside={
        <InvoicePreview
          name={form.fields.buyerName}
          email={form.fields.buyerEmail.trim()}
          amount={form.fields.takesAny ? undefined : form.price ? formatAmount(form.price.totalUnits, currency) : ''}
          description={form.fields.description}
          dueDate={form.dueDate}
          minutes={minutes}
          sendsReminders={sendsReminders}
        />
      }
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button
            type="submit"
            variant="signal"
            busy={create.isPending}
            icon={<Plus className="ico" aria-hidden="true" />}
          >
            {create.isPending ? t.creating : t.createInvoice}
          </Button>
        </>
      }
    >
      <div className="stack gap-4 pairs">
        <Field label={t.nameLabel} optional>
          <Input autoComplete="off" maxLength={120} {...form.bind('buyerName')} />
        </Field>
        <Field label={t.emailLabel} optional error={form.errors.buyerEmail}>
          <Input type="email" autoComplete="off" maxLength={254} {...form.bind('buyerEmail')} />
        </Field>
      </div>
      {!form.fields.takesAny && (
        <Field label={currency === 'USD' ? t.amountLabel : t.amountLabelIn({ currency })} error={form.errors.amount}>
          {currency === 'USD' ? (
            <MoneyInput placeholder="0.00" {...form.bind('amount')} />
          ) : (
            <Input inputMode="decimal" autoComplete="off" placeholder="0" {...form.bind('amount')} />
          )}
        </Field>
      )}
      <Field label={t.descriptionLabel} optional>
        <Textarea rows={2} maxLength={500} {...form.bind('description')} />
      </Field>
      {!form.fields.takesAny && (
        <>
          <DueField
            value={form.due}
            onChange={(due) => form.change('due', due)}
            minutes={minutes}
            isDefault={form.fields.due === ''}
            date={form.bind('dueDate')}
            error={form.errors.dueDate}
          />
          <PassFeeSwitch
            processingPercent={processingPercent}
            price={form.price}
            currency={currency}
            passesFee={form.passesFee}
            onChange={form.setPassesFee}
          />
          <InvoicePriceSums
            price={form.price}
            currency={currency}
            processingPercent={form.passesFee ? processingPercent : 0}
            feePercent={feePercent}
          />
        </>
      )}
      <Disclosure label={t.advanced} note={t.advancedContent} open={hasOptionErrors}>
        <div className="stack gap-4">
          <Field label={t.currency}>
            <Select {...form.bind('currency')}>
              {currencies.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          </Field>
          <SwitchRow
            name={t.takesAny}
            hint={t.takesAnyHint}
            checked={form.fields.takesAny}
            onChange={(takesAny) => form.change('takesAny', takesAny)}
          />
          <OptionFields fields={form.fields} errors={form.errors} change={form.change} />
        </div>
      </Disclosure>
    </FormSheet>
  )
}
