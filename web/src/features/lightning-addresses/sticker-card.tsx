import type { LightningAddress } from '@bitquay/contract/lightning-addresses'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useBrand } from '../brands/index.ts'
import * as t from './messages.ts'
import './sticker-card.css'

const sizes = [
  { value: 'large', text: t.large },
  { value: 'small', text: t.small },
] as const

const mostLine = 40

/** The sticker as it prints. On paper there is nothing else of the page. */
export const StickerCard = ({ address }: { address: LightningAddress }) => {
  const { data: brand } = useBrand()
  const [size, setSize] = useState<(typeof sizes)[number]['value']>('large')
  const [line, setLine] = useState<string>(t.payOrTip)
  return (
    <Card
      title={t.sticker}
      aria-label={t.sticker}
      bare
      note={<Segmented label={t.size} options={sizes} value={size} onChange={setSize} />}
    >
      <div className="sticker-well mt-4">
        <div className={classNames('sticker', size === 'small' && 'sticker--small')}>
          <div className="top strong breaks" style={brand?.shownColor ? { background: brand.shownColor } : undefined}>
            {brand?.logoUrl && <img src={brand.logoUrl} alt="" width={28} height={28} />}
            {brand && (brand.name ?? brand.storeName)}
          </div>
          <QrCode text={address.lnurl} label={t.qrCode({ address: address.address })} size={240} />
          <b className="text-lg breaks">{line}</b>
          <span className="mono small breaks">{address.address}</span>
        </div>
      </div>
      <div className="pad stack gap-3">
        <Field label={t.line}>
          <Input value={line} maxLength={mostLine} onChange={({ target }) => setLine(target.value)} />
        </Field>
        <p className="small quiet">{t.neverChanges}</p>
      </div>
    </Card>
  )
}
