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
import * as t from './messages.ts'
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
  { value: 'overpaid', text: t.overpayment },
  { value: 'everything', text: t.everything },
] as const

/** Asks for the amount and a code, then shows the link once. */
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
          toast({ title: t.createdToast, description: t.customerChooses })
          onOffered({ link: claimLink, emailed })
        },
        onError: (failure) =>
          toast({ kind: 'bad', title: t.createFailedToast, description: messageOf(failure, t.createFailed) }),
      },
    ),
  )
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={t.dialogTitle}
      purpose={t.dialogPurpose}
      keep={offer.isPending}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          <Button type="submit" variant="signal" busy={offer.isPending} disabled={!twoFactorEnabled}>
            {offer.isPending ? t.creating : t.create}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {isOver && <Segmented label={t.amountLabel} options={kinds} value={kind} onChange={setKind} />}
        <div>
          <Btc className="text-lg" amount={kind === 'overpaid' ? refundable.overpaidBtc : refundable.everythingBtc} />
          <p className="small quiet mt-1">{customerEmail ? t.willEmail({ email: customerEmail }) : t.shareYourself}</p>
        </div>
        {twoFactorEnabled ? (
          <TwoFactorField
            label={t.code}
            value={fields.code}
            error={errors.code}
            data-autofocus
            onValueChange={(value) => change('code', value)}
          />
        ) : (
          <Notice kind="wait">
            {t.codeNeeded}{' '}
            <Link className="link" to={portalPaths.merchant.security}>
              {t.setUpCode}
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
