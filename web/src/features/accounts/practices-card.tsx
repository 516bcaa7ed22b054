import type { Portal } from '@bitquay/contract/people'
import { KeyRound, type LucideIcon, MailWarning, ScanEye, ShieldCheck } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import * as t from './messages.ts'
import './practices-card.css'
import { useSecurity } from './use-security.ts'

const practices: { icon: LucideIcon; name: string; sentence: string }[] = [
  { icon: KeyRound, name: t.uniquePassword, sentence: t.uniquePasswordHow },
  {
    icon: ShieldCheck,
    name: t.twoFactorOn,
    sentence: t.twoFactorOnHow,
  },
  { icon: ScanEye, name: t.reviewSessions, sentence: t.reviewSessionsHow },
  {
    icon: MailWarning,
    name: t.neverAsk,
    sentence: t.neverAskHow,
  },
]

/** Advice that was followed is left out. */
export const PracticesCard = ({ portal }: { portal: Portal }) => {
  const isOn = useSecurity(portal).data?.twoFactorEnabled
  const open = practices.filter(({ name }) => !(isOn && name === t.twoFactorOn))
  return (
    <Card title={t.practices}>
      <ul className="practices stack gap-4">
        {open.map(({ icon: Icon, name, sentence }) => (
          <li className="stack" key={name}>
            <Icon className="ico muted" aria-hidden="true" />
            <div>
              <div className="strong">{name}</div>
              <div className="small muted">{sentence}</div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
