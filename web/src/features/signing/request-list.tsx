import type { SigningRequest } from '@bitquay/contract/signing'
import { Send } from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '../../frame/page.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { useUser } from '../../lib/session.ts'
import { shortenForPhone } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Table } from '../../ui/table.tsx'
import { badgeOf, countSigned } from './describe-request.ts'
import * as t from './messages.ts'
import { useSigningRequests } from './use-signing.ts'

/** Everything that waits for a signature. */
export const RequestList = () => {
  const list = useSigningRequests()
  const maySend = useUser().role !== 'user'
  return (
    <Page
      sentence={
        <Link className="link" to={portalPaths.merchant.wallet}>
          {t.backToWallet}
        </Link>
      }
    >
      <Card bare title={t.listTitle} aria-label={t.listTitle}>
        <ListBody
          rows={list.data?.requests}
          query={list}
          lines={4}
          failed={{ title: t.loadFailedTitle, sentence: t.loadFailed }}
          empty={
            <EmptyState
              card={false}
              scene="berths"
              title={t.emptyTitle}
              sentence={t.empty}
              actions={
                maySend && (
                  <ButtonLink
                    variant="signal"
                    to={portalPaths.merchant.send}
                    icon={<Send className="ico" aria-hidden="true" />}
                  >
                    {t.sendPayment}
                  </ButtonLink>
                )
              }
            />
          }
        >
          {(requests) => (
            <div className="mt-3">
              <Table caption={t.listTitle} phone="blocks" columns={columns} rows={requests} keyOf={({ id }) => id} />
            </div>
          )}
        </ListBody>
      </Card>
    </Page>
  )
}

const columns = [
  {
    head: t.amountHead,
    cell: ({ amountUsd, amountBtc }: SigningRequest) => (
      <>
        <span className="block strong">
          <Usd amount={amountUsd} />
        </span>
        <span className="small muted">
          <Btc amount={amountBtc} />
        </span>
      </>
    ),
  },
  {
    head: t.toHead,
    cell: ({ address, description }: SigningRequest) => (
      <>
        <span className="block mono" title={address}>
          {shortenForPhone(address)}
        </span>
        {description && <span className="small muted breaks">{description}</span>}
      </>
    ),
  },
  {
    head: t.requestedHead,
    cell: ({ requestedBy, requestedAt }: SigningRequest) => (
      <>
        <span className="block breaks">{requestedBy}</span>
        <span className="small muted" title={formatDateTime(requestedAt)}>
          {formatActivity(requestedAt)}
        </span>
      </>
    ),
  },
  {
    head: t.signaturesHead,
    cell: (request: SigningRequest) => {
      const { shape, word } = badgeOf(request)
      if (request.state !== 'waiting') return <Badge shape={shape}>{word}</Badge>
      return t.signedOf({ signed: String(countSigned(request)), required: String(request.required) })
    },
  },
  {
    head: t.reservedHead,
    cell: ({ expiresAt }: SigningRequest) => (expiresAt ? formatDateTime(expiresAt) : t.notYet),
  },
  {
    head: t.actionsHead,
    acts: true,
    numeric: true,
    cell: ({ id, amountUsd, address }: SigningRequest) => (
      <ButtonLink
        size="sm"
        className="finger"
        to={`${portalPaths.merchant.signing}/${id}`}
        aria-label={t.signNamed({ amount: formatUsd(amountUsd), address: shortenForPhone(address) })}
      >
        {t.sign}
      </ButtonLink>
    ),
  },
]
