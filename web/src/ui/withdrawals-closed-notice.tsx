import { Notice } from './notice.tsx'

export type Closed = { until: string; reason: 'new-account' | 'security-change' }

type WithdrawalsClosedNoticeProps = { closed: Closed | null | undefined; format: (time: string) => string }

/** Why nothing can be withdrawn yet, and from when it can. */
export const WithdrawalsClosedNotice = ({ closed, format }: WithdrawalsClosedNoticeProps) =>
  closed ? (
    <Notice kind="wait">
      {closed.reason === 'new-account'
        ? 'New accounts can withdraw after 24 hours, to protect you if someone else set this account up.'
        : 'Withdrawals are closed for 24 hours after a change of password or 2FA.'}{' '}
      You can withdraw from <time dateTime={closed.until}>{format(closed.until)}</time>.
    </Notice>
  ) : null
