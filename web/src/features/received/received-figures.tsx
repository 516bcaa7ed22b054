import { fromCents } from '@bitquay/contract/money'
import { formatCount } from '../../lib/format-number.ts'
import { FigureRow, RowFigure } from '../../ui/figure-row.tsx'
import { Usd } from '../../ui/figures.tsx'
import { type Received, shareOf } from './add-up-days.ts'
import { ChangeOf, writePercent } from './change-of.tsx'
import * as t from './messages.ts'

type ReceivedFiguresProps = { now: Received /** Undefined until known. */; before: Received | undefined }

/** Gross − fees = net. */
export const ReceivedFigures = ({ now, before }: ReceivedFiguresProps) => {
  const feeShare = shareOf(now.fees, now.gross)
  return (
    <FigureRow columns={3}>
      <RowFigure name={t.gross} figure={<Usd amount={fromCents(now.gross)} />}>
        {before && <ChangeOf now={now.gross} before={before.gross} />}
      </RowFigure>
      <RowFigure name={t.fees} figure={<Usd amount={fromCents(now.fees)} />} sign="−">
        {feeShare !== undefined && <span>{t.ofGross({ percent: writePercent(feeShare) })}</span>}
      </RowFigure>
      <RowFigure name={t.net} figure={<Usd amount={fromCents(now.net)} />} sign="=">
        {before && <ChangeOf now={now.net} before={before.net} />}
      </RowFigure>
    </FigureRow>
  )
}

type StoreFiguresProps = ReceivedFiguresProps & { /** Which fees these are. */ fees: string | undefined }

/** What an admin looks for in one store. */
export const StoreFigures = ({ now, before, fees }: StoreFiguresProps) => (
  <FigureRow columns={4}>
    <RowFigure name={t.volume} figure={<Usd amount={fromCents(now.gross)} />}>
      {before && <ChangeOf now={now.gross} before={before.gross} />}
    </RowFigure>
    <RowFigure name={t.payments} figure={formatCount(now.count)}>
      {before && before.count > 0 && t.was({ amount: formatCount(before.count) })}
    </RowFigure>
    <RowFigure name={t.feesCharged} figure={<Usd amount={fromCents(now.fees)} />}>
      {fees}
    </RowFigure>
    <RowFigure name={t.paidOut} figure={<Usd amount={fromCents(now.sent)} />}>
      {before && before.sent > 0n ? <ChangeOf now={now.sent} before={before.sent} /> : t.paidOutNote}
    </RowFigure>
  </FigureRow>
)
