import type { PaymentLink } from '@bitquay/contract/payment-links'
import { ExternalLink, Pause, Pencil, Play, Share2, Zap } from 'lucide-react'
import { useState } from 'react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc } from '../../ui/figures.tsx'
import { Fact, RowDetail } from '../../ui/list-surface/row-detail.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LinkAddressDialog, useLinkAddress } from '../lightning-addresses/index.ts'
import { usesOf } from './describe-link.ts'
import { embedCodeOf } from './embed-code.ts'
import { LinkDialog } from './link-dialog.tsx'
import * as t from './messages.ts'
import { useChangePaymentLink } from './use-payment-links.ts'

type LinkDetailProps = { link: PaymentLink; mayChange: boolean }

/** What to hand on, what the link received, and what can be done with it. */
export const LinkDetail = ({ link, mayChange }: LinkDetailProps) => (
  <RowDetail
    sum={<QrCode text={link.url} label={t.qrCode({ title: link.title })} size={168} />}
    actions={
      <>
        <a className="btn btn--line btn--sm" href={link.url} target="_blank" rel="noreferrer">
          <ExternalLink className="ico" aria-hidden="true" />
          {t.openPage}
        </a>
        <ButtonLink size="sm" to={pathTo(portalPaths.merchant.paymentLink, { linkId: link.id })}>
          <Share2 className="ico" aria-hidden="true" />
          {t.share}
        </ButtonLink>
        {mayChange && <LinkActions link={link} />}
      </>
    }
  >
    {link.description && (
      <Fact span={12} label={t.description}>
        <span className="min-w-0 breaks">{link.description}</span>
      </Fact>
    )}
    <Fact span={12} label={t.link}>
      <a className="mono link clip" href={link.url} target="_blank" rel="noreferrer">
        {link.url}
      </a>
      <CopyButton label={t.link} text={link.url} />
    </Fact>
    <Fact span={12} label={t.embedCode}>
      <span className="mono clip" title={embedCodeOf(link)}>
        {embedCodeOf(link)}
      </span>
      <CopyButton label={t.embedCode} text={embedCodeOf(link)} />
    </Fact>
    <LinkAddress linkId={link.id} />
    <Fact span={3} half label={t.invoicesFact}>
      {formatCount(link.invoices)}
    </Fact>
    <Fact span={4} half label={t.paymentsHead}>
      {usesOf(link)}
    </Fact>
    <Fact span={5} label={t.receivedHead}>
      <Btc amount={link.receivedBtc} />
    </Fact>
    {link.expiresAt && (
      <Fact span={5} label={t.expiresFact}>
        {formatDateTime(link.expiresAt)}
      </Fact>
    )}
    <Fact span={link.expiresAt ? 7 : 12} label={t.createdHead}>
      <span className="wrap">{t.createdBy({ person: link.createdBy, date: formatDateTime(link.createdAt) })}</span>
    </Fact>
  </RowDetail>
)

const LinkAddress = ({ linkId }: { linkId: number }) => {
  const address = useLinkAddress(linkId).data?.address
  if (!address) return null
  return (
    <Fact span={12} label={t.lightningAddress}>
      <span className="mono clip">{address.address}</span>
      <CopyButton label={t.lightningAddress} text={address.address} />
    </Fact>
  )
}

const LinkActions = ({ link }: { link: PaymentLink }) => {
  const change = useChangePaymentLink(link.id)
  const [editing, setEditing] = useState(false)
  const [naming, setNaming] = useState(false)
  const pause = () =>
    change.mutate(
      { paused: !link.paused },
      {
        onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.changeFailed) }),
      },
    )
  return (
    <>
      <Button size="sm" icon={<Pencil className="ico" aria-hidden="true" />} onClick={() => setEditing(true)}>
        {t.edit}
      </Button>
      <Button size="sm" icon={<Zap className="ico" aria-hidden="true" />} onClick={() => setNaming(true)}>
        {t.lightningAddress}
      </Button>
      <Button
        size="sm"
        busy={change.isPending}
        icon={link.paused ? <Play className="ico" aria-hidden="true" /> : <Pause className="ico" aria-hidden="true" />}
        onClick={pause}
      >
        {link.paused ? t.resume : t.pause}
      </Button>
      {naming && <LinkAddressDialog linkId={link.id} onClose={() => setNaming(false)} />}
      {editing && <LinkDialog link={link} onClose={() => setEditing(false)} />}
    </>
  )
}
