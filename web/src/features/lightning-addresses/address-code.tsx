import type { LightningAddress } from '@bitquay/contract/lightning-addresses'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import './address-code.css'
import * as t from './messages.ts'

type AddressCodeProps = { address: LightningAddress; shopName: string }

/** What to hand on: the address, and a code that never changes. */
export const AddressCode = ({ address, shopName }: AddressCodeProps) => {
  const [printing, setPrinting] = useState(false)
  return (
    <div className="address-code stack middle auto-rest gap-5">
      <QrCode text={address.lnurl} label={t.qrCode({ address: address.address })} size={144} />
      <div>
        <b className="mono wrap">{address.address}</b>
        <div className="acts flex wraps gap-2 mt-3">
          <CopyButton size="sm" label={t.lightningAddress} text={address.address}>
            {t.copyAddress}
          </CopyButton>
          <Button size="sm" icon={<Printer className="ico" aria-hidden="true" />} onClick={() => setPrinting(true)}>
            {t.printSticker}
          </Button>
        </div>
      </div>
      {printing && <StickerDialog address={address} shopName={shopName} onClose={() => setPrinting(false)} />}
    </div>
  )
}

/** On paper there is only the sticker. */
const StickerDialog = ({ address, shopName, onClose }: AddressCodeProps & { onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={t.printSticker}
    purpose={t.stickerPurpose}
    footer={
      <>
        <Button onClick={onClose}>{t.close}</Button>
        <Button variant="signal" icon={<Printer className="ico" aria-hidden="true" />} onClick={() => window.print()}>
          {t.print}
        </Button>
      </>
    }
  >
    <div className="sticker stack gap-3 in-center">
      <strong>{shopName}</strong>
      <QrCode text={address.lnurl} label={t.qrCode({ address: address.address })} size={264} />
      <span>{t.payWithLightning}</span>
      <span className="mono wrap">{address.address}</span>
    </div>
  </Dialog>
)
