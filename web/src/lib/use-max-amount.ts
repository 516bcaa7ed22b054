import { useLayoutEffect, useState } from 'react'

type AmountField = { amount: string; setAmount: (usd: string) => void; maxUsd: string | undefined }

/**
 * The largest amount moves with the price and the balance. Once a person chooses it, the field follows it, until they
 * edit the amount or send the form.
 */
export const useMaxAmount = ({ amount, setAmount, maxUsd }: AmountField) => {
  const [isChosen, choose] = useState(false)
  // Before the page is painted, so that nobody sees an old maximum refused as too much.
  useLayoutEffect(() => {
    if (isChosen && maxUsd !== undefined && amount !== maxUsd) setAmount(maxUsd)
  })
  const keepAmount = () => choose(false)
  return {
    chooseMax: () => choose(true),
    /** From now on the amount stays as it is. */
    keepAmount,
    amountInput: {
      value: amount,
      onChange: ({ target }: { target: { value: string } }) => {
        keepAmount()
        setAmount(target.value)
      },
    },
  }
}
