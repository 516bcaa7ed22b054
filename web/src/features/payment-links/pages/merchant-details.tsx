import type { PaymentLink } from '@bitquay/contract/payment-links'
import { ArrowLeft, ExternalLink, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { UnreadPage } from '../../../frame/unread-page.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formatCount } from '../../../lib/format-number.ts'
import { formatPrice } from '../../../lib/format-price.ts'
import { useUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card, Sums } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FigureRow, RowFigure } from '../../../ui/figure-row.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { amountOf } from '../describe-link.ts'
import { LinkDialog } from '../link-dialog.tsx'
import { LinkPicture } from '../link-picture.tsx'
import * as t from '../messages.ts'
import { Poster } from '../poster.tsx'
import { ShareCard } from '../share-card.tsx'
import { usePaymentLink } from '../use-payment-links.ts'

const PaymentLinkPage = () => {
  const { linkId = '' } = useParams()
  return /^[1-9]\d{0,8}$/.test(linkId) ? <OneLink id={Number(linkId)} /> : <Missing />
}

const OneLink = ({ id }: { id: number }) => {
  const query = usePaymentLink(id)
  const { data: link, error } = query
  const mayChange = useUser().role !== 'user'
  const [editing, setEditing] = useState(false)
  if (!link) {
    if (error instanceof ApiError && error.status === 404) return <Missing />
    return (
      <UnreadPage title={t.paymentLink} failed={{ title: t.notLoadedTitle, sentence: t.notLoaded }} query={query} />
    )
  }
  return (
    <Page
      title={link.title}
      actions={
        <>
          <Back />
          {mayChange && (
            <Button icon={<Pencil className="ico" aria-hidden="true" />} onClick={() => setEditing(true)}>
              {t.edit}
            </Button>
          )}
          <a className="btn btn--line" href={link.url} target="_blank" rel="noreferrer">
            <ExternalLink className="ico" aria-hidden="true" />
            {t.openPage}
          </a>
        </>
      }
    >
      <div className="c7 stack gap-5 at-top">
        <ShareCard link={link} />
        <Results link={link} />
        <Details link={link} picture={<LinkPicture link={link} mayChange={mayChange} />} />
      </div>
      <Poster link={link} />
      {editing && <LinkDialog link={link} onClose={() => setEditing(false)} />}
    </Page>
  )
}

const Results = ({ link }: { link: PaymentLink }) => (
  <Card title={t.results} note={t.since({ date: formatDate(link.createdAt) })}>
    <FigureRow columns={3}>
      <RowFigure name={t.checkouts} figure={formatCount(link.invoices)} />
      <RowFigure name={t.paid} figure={formatCount(link.payments)} />
      <RowFigure name={t.receivedHead} figure={<Usd amount={link.receivedUsd} />} />
    </FigureRow>
  </Card>
)

const askings = { no: t.dontAsk, optional: t.optional, required: t.required }

const Details = ({ link, picture }: { link: PaymentLink; picture: ReactNode }) => {
  const tips = link.tips.map((tip) => formatPrice(tip, link.currency)).join(', ')
  return (
    <Card title={t.details}>
      <Sums
        rows={[
          { name: t.price, value: amountOf(link) },
          { name: t.tip, value: tips ? t.tipChoices({ tips }) : t.noTip },
          { name: t.customerName, value: askings[link.askName] },
          { name: t.customerEmail, value: askings[link.askEmail] },
          { name: t.customerNote, value: askings[link.askNote] },
          {
            name: t.maxPayments,
            value:
              link.maxPayments === null
                ? t.noLimit
                : t.leftOf({ count: String(link.left ?? 0), max: String(link.maxPayments) }),
          },
          { name: t.expiresOn, value: link.expiresAt === null ? t.never : formatDate(link.expiresAt) },
          { name: t.picture, value: picture },
        ]}
      />
    </Card>
  )
}

const Back = () => (
  <ButtonLink to={portalPaths.merchant.paymentLinks} icon={<ArrowLeft className="ico" aria-hidden="true" />}>
    {t.backToLinks}
  </ButtonLink>
)

const Missing = () => (
  <Page title={t.paymentLink}>
    <EmptyState scene="berths" title={t.linkNotFound} actions={<Back />} />
  </Page>
)

export default PaymentLinkPage
