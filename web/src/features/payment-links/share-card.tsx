import type { PaymentLink } from '@bitquay/contract/payment-links'
import { Code, Mail, MessageCircle, MessageSquare, QrCode, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { shortAddressOf, stateOf } from './describe-link.ts'
import { embedCodeOf } from './embed-code.ts'
import * as t from './messages.ts'
import { saveCode } from './save-code.ts'
import './share-card.css'

/** The link, and the person's own apps to send it with. Nothing of it passes through us. */
export const ShareCard = ({ link }: { link: PaymentLink }) => {
  const { shape, word } = stateOf(link)
  const text = encodeURIComponent(`${link.title}\n${link.url}`)
  const url = encodeURIComponent(link.url)
  const { copy } = useCopy(embedCodeOf(link), (result) =>
    result === 'copied'
      ? toast({ kind: 'info', title: t.embedCopied })
      : toast({ kind: 'bad', title: t.errorToast, description: t.embedNotCopied }),
  )
  const more = () => navigator.share({ url: link.url, title: link.title }).catch(() => undefined)
  return (
    <Card title={t.share} note={<Badge shape={shape}>{word}</Badge>}>
      <div className="share-parts stack gap-4">
        <div className="share-link across between gap-3">
          <span className="mono clip">{shortAddressOf(link)}</span>
          <CopyButton variant="signal" size="sm" label={t.link} text={link.url}>
            {t.copyLink}
          </CopyButton>
        </div>
        <div className="share-ways">
          <Way href={`mailto:?subject=${encodeURIComponent(link.title)}&body=${url}`} icon={<Mail />}>
            {t.byEmail}
          </Way>
          <Way href={`sms:?&body=${text}`} icon={<MessageSquare />}>
            {t.byText}
          </Way>
          <Way href={`https://wa.me/?text=${text}`} icon={<MessageCircle />}>
            {t.byWhatsapp}
          </Way>
          <Way onClick={() => void saveCode(link.url, link.slug)} icon={<QrCode />}>
            {t.qrImage}
          </Way>
          <Way onClick={copy} icon={<Code />}>
            {t.embedCode}
          </Way>
          {'share' in navigator && (
            <Way onClick={() => void more()} icon={<Share2 />}>
              {t.moreWays}
            </Way>
          )}
        </div>
        <p className="hint">{t.shareHint}</p>
      </div>
    </Card>
  )
}

type WayProps = { icon: ReactNode; children: ReactNode } & ({ href: string } | { onClick: () => void })

const Way = ({ icon, children, ...act }: WayProps) =>
  'href' in act ? (
    <a href={act.href} target="_blank" rel="noreferrer">
      {icon}
      {children}
    </a>
  ) : (
    <button type="button" onClick={act.onClick}>
      {icon}
      {children}
    </button>
  )
