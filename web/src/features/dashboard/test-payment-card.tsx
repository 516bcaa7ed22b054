import { createInvoice } from '@bitquay/contract/invoices'
import { ExternalLink, FlaskConical } from 'lucide-react'
import { messageOf } from '../../lib/api-error.ts'
import { askOnce } from '../../lib/exchange.ts'
import { servedMode } from '../../lib/mode.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useNoInvoices } from '../status/index.ts'
import * as t from './messages.ts'
import './test-payment-card.css'

const amount = '1.00'

/** Lets a new merchant see what a customer sees. */
export const TestPaymentCard = () => {
  const once = useIdempotencyKey()
  const noInvoices = useNoInvoices()
  const create = useAction({
    mutationFn: (body: { amount: string; currency: 'USD'; description: string }) =>
      once(body, (key) => askOnce(createInvoice, key, { body })),
    rereads: [createInvoice],
  })
  const act = () =>
    create.mutate(
      { amount, currency: 'USD', description: t.testPaymentDescription },
      {
        onError: (error) =>
          toast({
            kind: 'bad',
            title: t.testPaymentFailedToast,
            description: messageOf(error, t.testPaymentFailed),
          }),
      },
    )
  return (
    <Card title={t.testPayment} aria-label={t.testPayment}>
      <p className="muted">{servedMode() === 'live' ? t.testPaymentWhy : t.testPaymentMode}</p>
      <div className="test-payment stack middle gap-y-0.5 gap-x-3">
        <span className="stencil">{t.checkout}</span>
        <span className="money">
          <Usd amount={amount} />
        </span>
        <Badge shape={create.data ? 'dashed' : 'open'}>{t.unpaid}</Badge>
        {create.data && <QrCode text={create.data.checkoutLink} label={t.checkoutQr} />}
      </div>
      {create.data ? (
        <a className="btn btn--line btn--block" href={create.data.checkoutLink} target="_blank" rel="noreferrer">
          <ExternalLink className="ico" aria-hidden="true" />
          {t.openCheckout}
        </a>
      ) : (
        <Button
          block
          busy={create.isPending}
          disabled={noInvoices !== undefined}
          title={noInvoices}
          icon={<FlaskConical className="ico" aria-hidden="true" />}
          onClick={act}
        >
          {create.isPending ? t.creatingTestPayment : t.createTestPayment}
        </Button>
      )}
    </Card>
  )
}
