import type { ReactNode } from 'react'
import * as t from './messages.ts'
import { Notice } from './notice.tsx'

export type Closed = { until: string; reason: 'new-account' | 'security-change' }

type WithdrawalsClosedNoticeProps = {
  closed: Closed | null | undefined
  format: (time: string) => string
  /** Leads to more about it. */
  help?: ReactNode
}

/** Why nothing can be withdrawn yet, and from when it can. */
export const WithdrawalsClosedNotice = ({ closed, format, help }: WithdrawalsClosedNoticeProps) =>
  closed ? (
    <Notice kind="wait">
      {explain[closed.reason]({ date: format(closed.until) })} {help}
    </Notice>
  ) : null

const explain = { 'new-account': t.closedForNewAccount, 'security-change': t.closedAfterChange }
