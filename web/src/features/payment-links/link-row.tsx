import type { PaymentLink } from '@bitquay/contract/payment-links'
import { ChevronDown, ExternalLink, Pause, Pencil, Play } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { fillMessage } from '../../lib/fill-message.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { toast } from '../../ui/toast-store.ts'
import { amountOf, stateOf, usesOf } from './describe-link.ts'
import { embedCodeOf } from './embed-code.ts'
import { LinkDialog } from './link-dialog.tsx'
import * as t from './messages.ts'
import { useChangePaymentLink } from './use-payment-links.ts'

type LinkRowProps = { link: PaymentLink; mayChange: boolean; startsOpen: boolean }

/** One link and what it brought; a press unfolds what to hand on. */
export const LinkRow = ({ link, mayChange, startsOpen }: LinkRowProps) => {
  const [open, setOpen] = useState(startsOpen)
  const id = useId()
  const { shape, word } = stateOf(link)
  return (
    <li className={open ? 'open' : undefined}>
      <button type="button" className="line" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className="name">{link.title}</span>
        <span className="meta">
          <span>{amountOf(link)}</span>
          <span>{usesOf(link)}</span>
          {link.expiresAt && (
            <span>{(link.status === 'expired' ? t.endedAt : t.endsAt)({ date: formatDateTime(link.expiresAt) })}</span>
          )}
        </span>
        <span className="sum">
          <Usd amount={link.receivedUsd} />
        </span>
        <span className="state">
          <Badge shape={shape}>{word}</Badge>
        </span>
        <ChevronDown className="ico chevron" aria-hidden="true" />
      </button>
      <div id={id} hidden={!open}>
        {open && <LinkDetails link={link} mayChange={mayChange} />}
      </div>
    </li>
  )
}

const LinkDetails = ({ link, mayChange }: { link: PaymentLink; mayChange: boolean }) => (
  <div className="inside">
    <QrCode text={link.url} label={t.qrCode({ title: link.title })} size={168} />
    <div className="min-w-0">
      {link.description && <p className="mb-3">{link.description}</p>}
      <CopyRow label={t.link} text={link.url}>
        <a className="mono link what" href={link.url} target="_blank" rel="noreferrer">
          {link.url}
        </a>
      </CopyRow>
      <CopyRow label={t.embedCode} text={embedCodeOf(link)} />
      <p className="small quiet mt-3">
        {fillMessage(
          ({ received }: { received: string }) =>
            t.summary({
              invoices: link.invoices,
              received,
              person: link.createdBy,
              date: formatDateTime(link.createdAt),
            }),
          { received: <Btc amount={link.receivedBtc} /> },
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <a className="btn btn--line btn--sm" href={link.url} target="_blank" rel="noreferrer">
          <ExternalLink className="ico" aria-hidden="true" />
          {t.openPage}
        </a>
        {mayChange && <LinkActs link={link} />}
      </div>
    </div>
  </div>
)

const LinkActs = ({ link }: { link: PaymentLink }) => {
  const change = useChangePaymentLink(link.id)
  const [editing, setEditing] = useState(false)
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
      <Button
        size="sm"
        busy={change.isPending}
        icon={link.paused ? <Play className="ico" aria-hidden="true" /> : <Pause className="ico" aria-hidden="true" />}
        onClick={pause}
      >
        {link.paused ? t.resume : t.pause}
      </Button>
      {editing && <LinkDialog link={link} onClose={() => setEditing(false)} />}
    </>
  )
}
