import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { MailPlus } from 'lucide-react'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { AccountState } from './merchant-state.tsx'
import * as t from './messages.ts'

type MerchantAccountProps = { merchant: MerchantDetail; onInvite: () => void }

/** The owner's account. An admin can resend the invitation; an owner's 2FA is reset by a recovery, which waits. */
export const MerchantAccount = ({ merchant, onInvite }: MerchantAccountProps) => {
  const { owner, invited } = merchant
  return (
    <Card
      title={t.account}
      span={6}
      footer={
        invited ? (
          <Button size="sm" icon={<MailPlus className="ico" aria-hidden="true" />} onClick={onInvite}>
            {t.resendInvitation}
          </Button>
        ) : undefined
      }
    >
      <Sums
        rows={[
          { name: t.status, value: <AccountState merchant={merchant} /> },
          { name: t.email, value: <span className="break-all">{merchant.email}</span> },
          {
            name: t.password,
            value: invited
              ? owner.invitedUntil
                ? t.invitedUntil({ date: formatDateTime(owner.invitedUntil) })
                : t.invitationExpired
              : owner.lastPasswordChange
                ? t.passwordChanged({ date: formatDate(owner.lastPasswordChange) })
                : t.passwordByAdmin,
          },
          {
            name: t.twoFactor,
            value: owner.twoFactorEnabled ? (
              <Badge shape="solid">{t.enabled}</Badge>
            ) : (
              <Badge shape="open">{t.notSetUp}</Badge>
            ),
          },
          { name: t.merchantSince, value: formatDate(merchant.createdAt) },
        ]}
      />
    </Card>
  )
}
