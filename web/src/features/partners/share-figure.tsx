import { shareText } from './share-text.ts'

/** A share in dollars. Of a small payment it is less than a cent, and then it is written longer rather than as nothing. */
export const ShareFigure = ({ amount }: { amount: string | null }) =>
  amount === null ? (
    <span className="quiet">once confirmed</span>
  ) : (
    <span className="usd in-amt">{shareText(amount)}</span>
  )
