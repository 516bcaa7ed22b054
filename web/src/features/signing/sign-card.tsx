import type { SigningRequest } from '@bitquay/contract/signing'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../../lib/download.ts'
import { fromBase64 } from '../../lib/read-base64.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { formatBtc } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { BringBack, type BringBackProps } from './bring-back.tsx'
import * as t from './messages.ts'
import { MovingCode } from './moving-code.tsx'

const ways = [
  { value: 'qr', text: t.qr },
  { value: 'file', text: t.file },
  { value: 'copy', text: t.copy },
] as const
type Way = (typeof ways)[number]['value']

type SignCardProps = BringBackProps & { request: SigningRequest; psbt: string }

/** Takes the payment to the device that signs it, and brings back what was signed. */
export const SignCard = ({ request, psbt, ...back }: SignCardProps) => {
  const [way, setWay] = useState<Way>('qr')
  const mayHandIn = useUser().role !== 'user'
  return (
    <Card
      title={t.signTitle}
      aria-label={t.signTitle}
      note={<Segmented label={t.way} options={ways} value={way} onChange={setWay} />}
    >
      <div className="stack gap-4">
        <TakeOut way={way} psbt={psbt} name={`${request.kind}-${request.id}`} />
        <Notice>
          <b>{t.compareTitle}</b> {t.compare({ amount: formatBtc(request.amountBtc) })}{' '}
          <GroupedAddress address={request.address} />
        </Notice>
        {mayHandIn ? <BringBack {...back} /> : <Notice>{t.managersOnly}</Notice>}
      </div>
    </Card>
  )
}

const TakeOut = ({ way, psbt, name }: { way: Way; psbt: string; name: string }) => {
  if (way === 'qr') return <MovingCode psbt={psbt} />
  if (way === 'file') {
    return (
      <>
        <p className="muted">{t.fileHint}</p>
        <Button
          block
          icon={<Download className="ico" aria-hidden="true" />}
          onClick={() => saveFile(`${name}.psbt`, new Blob([fromBase64(psbt)]))}
        >
          {t.downloadFile}
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="muted">{t.copyHint}</p>
      <p className="signing-psbt mono small breaks">{psbt}</p>
      <CopyButton block label={t.psbt} text={psbt}>
        {t.copyPsbt}
      </CopyButton>
    </>
  )
}
