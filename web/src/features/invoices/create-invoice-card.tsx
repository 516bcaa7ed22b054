import type { Answer } from '@bitquay/contract/call'
import type { createInvoice } from '@bitquay/contract/invoices'
import { fromCents } from '@bitquay/contract/money'
import { Plus } from 'lucide-react'
import { messageOf } from '../../lib/api-error.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Usd } from '../../ui/figures.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, MoneyInput, Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { InvoicePrice } from './price-invoice.ts'
import { useInvoiceForm } from './use-invoice-form.ts'
import { useCreateInvoice } from './use-invoices.ts'

type CreateInvoiceCardProps = {
  /** Added to what is typed; it belongs to the merchant. */
  processingPercent: number
  onCreated: (invoice: Answer<typeof createInvoice>) => void
}

/** Amount, what it is for, whom it is for; and beside it what the customer will pay. */
export const CreateInvoiceCard = ({ processingPercent, onCreated }: CreateInvoiceCardProps) => {
  const form = useInvoiceForm(processingPercent)
  const create = useCreateInvoice()
  const submit = form.submit((prepared) =>
    create.mutate(prepared, {
      onSuccess: (invoice) => {
        form.reset()
        onCreated(invoice)
        toast({ title: 'Invoice Created', description: 'Your Bitcoin invoice is ready to share' })
      },
      onError: (error) =>
        toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to create invoice') }),
    }),
  )
  return (
    <Card title="New invoice" aria-label="New invoice">
      <Form className="grid gap-x-10 gap-y-6 md:grid-cols-[7fr_5fr]" onSubmit={submit}>
        <div className="grid content-start gap-5">
          <Field label="Amount (USD)" error={form.errors.amount}>
            <MoneyInput placeholder="0.00" {...form.bind('amount')} />
          </Field>
          <Field label="Description" optional>
            <Textarea rows={2} maxLength={500} {...form.bind('description')} />
          </Field>
          <Field label="Customer email" optional error={form.errors.buyerEmail}>
            <Input type="email" autoComplete="off" maxLength={254} {...form.bind('buyerEmail')} />
          </Field>
        </div>
        <div className="flex flex-col gap-6">
          <PriceSums price={form.price} processingPercent={processingPercent} />
          <Button
            type="submit"
            variant="signal"
            size="lg"
            block
            className="mt-auto"
            busy={create.isPending}
            icon={<Plus className="ico" aria-hidden="true" />}
          >
            {create.isPending ? 'Creating Invoice...' : 'Create Invoice'}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

type PriceSumsProps = { price: InvoicePrice | undefined; processingPercent: number }

const PriceSums = ({ price, processingPercent }: PriceSumsProps) => (
  <div role="status" aria-label="What the customer pays">
    <Sums
      rows={[
        { name: 'Base amount', value: <Usd amount={price && fromCents(price.baseCents)} /> },
        {
          name: `Processing fee (${formatPercent(processingPercent)})`,
          value: <Usd amount={price && fromCents(price.feeCents)} />,
        },
        { name: 'Total', value: <Usd amount={price && fromCents(price.totalCents)} />, total: true },
      ]}
    />
    <p className="hint mt-1">The customer pays the total. The processing fee is yours.</p>
  </div>
)
