import type { PaymentLink } from '@bitquay/contract/payment-links'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../../content/content.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Logo } from '../../ui/logo.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ShopColors } from '../../ui/shop-colors.tsx'
import { ShopTile } from '../../ui/shop-frame.tsx'
import { useBrand } from '../brands/index.ts'
import { shortAddressOf } from './describe-link.ts'
import * as t from './messages.ts'
import './poster.css'

const papers = [
  { value: 'letter', text: t.letterPaper },
  { value: 'a4', text: t.a4Paper },
  { value: 'card', text: t.cardPaper },
] as const
type Paper = (typeof papers)[number]['value']

/** What hangs on a wall or stands on a counter. On paper there is nothing else. */
export const Poster = ({ link }: { link: PaymentLink }) => {
  const [paper, setPaper] = useState<Paper>('letter')
  const { data: shop } = useBrand()
  const store = shop?.name ?? shop?.storeName ?? ''
  return (
    <Card
      title={t.poster}
      note={<Segmented label={t.paper} options={papers} value={paper} onChange={setPaper} />}
      span={5}
    >
      <div className="stack gap-4">
        <ShopColors color={shop?.shownColor ?? null} />
        <section
          className="poster shop"
          data-paper={paper}
          data-color={shop?.shownColor ?? undefined}
          aria-label={t.poster}
        >
          <div className="band">
            <div className="across gap-2.5">
              <ShopTile name={store} logoUrl={shop?.logoUrl ?? null} />
              <b>{store}</b>
            </div>
            <h3 className="hull breaks">{link.title}</h3>
          </div>
          <div className="middle centered">
            <QrCode text={link.url} label={t.qrCode({ title: link.title })} />
            <b>{t.scanAndPay}</b>
            <span>{t.anyWallet}</span>
          </div>
          <div className="foot across between gap-3">
            <span className="breaks">{shortAddressOf(link)}</span>
            <Logo name={brand.name} />
          </div>
        </section>
        <Button icon={<Printer className="ico" aria-hidden="true" />} onClick={() => window.print()}>
          {t.printPoster}
        </Button>
        <p className="hint">{t.posterHint}</p>
      </div>
    </Card>
  )
}
