import type { NoticeKind } from '@bitquay/contract/notifications'
import { ArrowDownToLine, ArrowUpFromLine, TriangleAlert, Undo2 } from 'lucide-react'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Bell, type BellEntry } from './bell.tsx'
import { describeNotice } from './describe-notice.ts'
import * as t from './messages.ts'
import { useNotices, useReadNotice, useReadNotices } from './use-notices.ts'

/** What happened to the money of a merchant or partner. Following a link marks it as read. */
export const OwnBell = () => {
  const { type } = useUser()
  const { data, isError } = useNotices()
  const { mutate: readOne } = useReadNotice()
  const { mutate: readAll, isPending } = useReadNotices()
  const { unread = 0, notifications = [] } = data ?? {}
  const newest = notifications[0]
  const entries = notifications.map(
    (notice): BellEntry => ({
      key: String(notice.id),
      ...describeNotice(notice, type === 'partner' ? 'partner' : 'merchant'),
      at: notice.at,
      icon: icons[notice.kind],
      isBad: notice.kind === 'needs-attention',
      isNew: notice.readAt === null,
      onGo: () => notice.readAt === null && readOne(notice.id),
    }),
  )
  return (
    <Bell
      entries={entries}
      count={unread}
      isError={isError}
      action={
        newest &&
        unread > 0 && (
          <Button variant="ghost" size="sm" busy={isPending} onClick={() => readAll(newest.id)}>
            {t.markAllRead}
          </Button>
        )
      }
    />
  )
}

const icons: Record<NoticeKind, React.ReactNode> = {
  'payment-received': <ArrowDownToLine className="ico" />,
  'refund-claimed': <Undo2 className="ico" />,
  'payout-sent': <ArrowUpFromLine className="ico" />,
  'needs-attention': <TriangleAlert className="ico" />,
}
