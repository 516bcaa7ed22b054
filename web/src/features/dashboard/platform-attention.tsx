import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatAge } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { InboxRow } from './inbox-row.tsx'
import * as t from './messages.ts'
import { type Attention, useAttention } from './use-dashboard.ts'

const admin = portalPaths.admin

/** What waits for an administrator, each with one act. Left out when nothing waits. */
export const PlatformAttention = () => {
  const { data: waiting = [] } = useAttention()
  const now = useNow(60_000)
  if (waiting.length === 0) return null
  return (
    <Card
      className="inbox"
      bare
      aria-label={t.needsAttention}
      title={
        <>
          {t.needsAttention} <span className="n">{waiting.length}</span>
        </>
      }
      note={
        <Link className="link small" to={admin.system}>
          {t.system}
        </Link>
      }
    >
      <ul className="lined">
        {waiting.map((one) => (
          <InboxRow key={one.kind === 'alert' ? `alert ${one.id}` : one.kind} {...describe(one, now)} />
        ))}
      </ul>
    </Card>
  )
}

const describe = (one: Attention, now: Date): Parameters<typeof InboxRow>[0] => {
  const age = formatAge(one.since, now)
  switch (one.kind) {
    case 'alert':
      return {
        name: one.title,
        state: t.alert,
        shape: 'crossed',
        sentence: t.alertFor({ age }),
        act: { text: t.open, to: one.alert === 'mail-failing' ? admin.emails : admin.system },
      }
    case 'loop-outs':
      return {
        name: one.count === 1 ? t.loopOutOf({ store: one.storeName }) : t.loopOuts({ count: one.count }),
        state: t.waiting,
        sentence: t.loopOutSince({ amount: formatUsd(one.amountUsd), age }),
        act: { text: t.review, to: admin.loopOut },
      }
    case 'applications':
      return {
        name: one.count === 1 ? one.businessName : t.applications({ count: one.count }),
        state: t.isNew,
        sentence: t.applicationSince({ count: one.count, age }),
        act: { text: t.review, to: admin.applications },
      }
    case 'merchants':
      return {
        name: one.count === 1 ? one.storeName : t.merchantsWaiting({ count: one.count }),
        state: t.attention,
        shape: 'half',
        sentence: t.attentionSince({ age }),
        act: { text: t.open, to: `${admin.merchants}?status=attention` },
      }
  }
}
