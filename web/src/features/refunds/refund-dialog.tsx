import { useState } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useCodeForm } from '../../lib/use-code-form.ts'
import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Btc } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast-store.ts'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import { type RefundOffer, useCreateRefund } from './use-refunds.ts'

export type Refundable = { everythingBtc: string; overpaidBtc: string }

type RefundDialogProps = {
  invoiceId: string
  customerEmail: string | null
  refundable: Refundable
  twoFactorEnabled: boolean
  onClose: () => void
}

type Offered = { link: string; emailed: boolean }

const kinds = [
  { value: 'overpaid', text: 'What was too much' },
  { value: 'everything', text: 'Everything' },
] as const

/** First how much, with a code; then the link, which is told once. */
export const RefundDialog = (props: RefundDialogProps) => {
  const [offered, setOffered] = useState<Offered>()
  // What is left changes with the offer itself; the question was about what was left before.
  const [refundable] = useState(props.refundable)
  if (offered) return <OfferedDialog {...offered} customerEmail={props.customerEmail} onClose={props.onClose} />
  return <AskDialog {...props} refundable={refundable} onOffered={setOffered} />
}

const AskDialog = ({
  invoiceId,
  customerEmail,
  refundable,
  twoFactorEnabled,
  onClose,
  onOffered,
}: RefundDialogProps & { onOffered: (offered: Offered) => void }) => {
  const isOver = /[1-9]/.test(refundable.overpaidBtc)
  const [kind, setKind] = useState<RefundOffer['kind']>(isOver ? 'overpaid' : 'everything')
  const { fields, errors, change, submit } = useCodeForm()
  const offer = useCreateRefund(invoiceId)
  const send = submit(({ code }) =>
    offer.mutate(
      { kind, twoFactorToken: code },
      {
        onSuccess: ({ claimLink, emailed }) => {
          toast({ title: 'Refund offered', description: 'The customer says where the money goes.' })
          onOffered({ link: claimLink, emailed })
        },
        onError: (failure) =>
          toast({ kind: 'bad', title: 'Refund Failed', description: messageOf(failure, 'Failed to offer the refund') }),
      },
    ),
  )
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title="Refund the customer"
      purpose="The customer gets a link and enters a Bitcoin address; your wallet pays it, and the network’s fee on top."
      keep={offer.isPending}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={offer.isPending} disabled={!twoFactorEnabled}>
            {offer.isPending ? 'Offering...' : 'Offer the refund'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {isOver && <Segmented label="How much" options={kinds} value={kind} onChange={setKind} />}
        <div>
          <Btc className="text-lg" amount={kind === 'overpaid' ? refundable.overpaidBtc : refundable.everythingBtc} />
          <p className="small quiet mt-1">
            {customerEmail ? `The link is sent to ${customerEmail}.` : 'You pass the link on yourself.'}
          </p>
        </div>
        {twoFactorEnabled ? (
          <TwoFactorField
            label="2FA code"
            value={fields.code}
            error={errors.code}
            data-autofocus
            onValueChange={(value) => change('code', value)}
          />
        ) : (
          <Notice kind="wait">
            2FA must be set up before you can refund.{' '}
            <Link className="link" to={portalPaths.merchant.security}>
              Set up 2FA
            </Link>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

type OfferedProps = Offered & { customerEmail: string | null; onClose: () => void }

const OfferedDialog = ({ link, emailed, customerEmail, onClose }: OfferedProps) => (
  <Dialog
    open
    onOpenChange={(stays) => !stays && onClose()}
    title="Refund offered"
    purpose={
      emailed
        ? `We have sent this link to ${customerEmail}. It is shown here only now.`
        : customerEmail
          ? 'Too many emails were sent in the last hour, so this link wasn’t emailed. Give it to your customer. It is shown only now.'
          : 'Give this link to your customer. It is shown only now.'
    }
    keep
    footer={
      <Button variant="signal" onClick={onClose} data-autofocus>
        Done
      </Button>
    }
  >
    <CopyRow label="Refund link" text={link} />
    <div className="mt-4">
      <Notice kind="wait">
        Whoever has the link can claim the money. It works for 30 days, or until you call it off.
      </Notice>
    </div>
  </Dialog>
)
