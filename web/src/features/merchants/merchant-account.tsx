import type { MerchantDetail } from '@bitquay/contract/admin-merchants'
import { KeyRound, MailPlus } from 'lucide-react'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { ActiveState } from './merchant-state.tsx'

type MerchantAccountProps = { merchant: MerchantDetail; onInvite: () => void; onResetTwoFactor: () => void }

/** The owner's account: how they sign in, and what to do when they cannot. */
export const MerchantAccount = ({ merchant, onInvite, onResetTwoFactor }: MerchantAccountProps) => {
  const { owner, invited } = merchant
  return (
    <Card
      title="Account"
      span={6}
      footer={
        invited ? (
          <Button size="sm" icon={<MailPlus className="ico" aria-hidden="true" />} onClick={onInvite}>
            Send invitation again
          </Button>
        ) : owner.twoFactorEnabled ? (
          <Button size="sm" icon={<KeyRound className="ico" aria-hidden="true" />} onClick={onResetTwoFactor}>
            Reset 2FA
          </Button>
        ) : undefined
      }
    >
      <Sums
        rows={[
          { name: 'Status', value: <ActiveState isActive={merchant.isActive} /> },
          { name: 'Email', value: <span className="break-all">{merchant.email}</span> },
          {
            name: 'Password',
            value: invited
              ? owner.invitedUntil
                ? `Invited, until ${formatDateTime(owner.invitedUntil)}`
                : 'Invitation has run out'
              : owner.lastPasswordChange
                ? `Chosen ${formatDate(owner.lastPasswordChange)}`
                : 'Given by an admin',
          },
          {
            name: 'Two-factor authentication',
            value: owner.twoFactorEnabled ? (
              <Badge shape="solid">Enabled</Badge>
            ) : (
              <Badge shape="open">Not set up</Badge>
            ),
          },
          { name: 'Merchant since', value: formatDate(merchant.createdAt) },
        ]}
      />
    </Card>
  )
}
