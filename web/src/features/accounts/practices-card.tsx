import { KeyRound, type LucideIcon, MailWarning, ScanEye, ShieldCheck } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import './practices-card.css'

const practices: { icon: LucideIcon; name: string; sentence: string }[] = [
  { icon: KeyRound, name: 'A password of its own', sentence: 'Long, used nowhere else, kept in a password manager.' },
  {
    icon: ShieldCheck,
    name: 'Two-factor on',
    sentence: 'And recovery codes stored away from the phone that makes the codes.',
  },
  { icon: ScanEye, name: 'Sessions looked over', sentence: 'End what you do not recognise, then change the password.' },
  {
    icon: MailWarning,
    name: 'Nobody asks for codes',
    sentence: 'We never ask for your password, a 2FA code or a recovery code.',
  },
]

export const PracticesCard = () => (
  <Card title="Security Best Practices" span={5}>
    <ul className="practices">
      {practices.map(({ icon: Icon, name, sentence }) => (
        <li key={name}>
          <Icon className="ico" aria-hidden="true" />
          <div>
            <div className="strong">{name}</div>
            <div className="small muted">{sentence}</div>
          </div>
        </li>
      ))}
    </ul>
  </Card>
)
