import { type RefundClaim, viewRefund } from '@bitquay/contract/refunds'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'

const whileOpenMs = 3000

/** Asked again and again until the money has arrived: nobody is signed in here, so no stream tells. */
export const useClaim = (token: string, given: RefundClaim | null | undefined) => {
  const [claim, setClaim] = useState(given)
  const kept = useRef(0)
  const isOver = claim === null || (claim !== undefined && claim.status !== 'offered' && claim.status !== 'claimed')
  useEffect(() => {
    if (isOver) return
    let isGone = false
    const look = async () => {
      const asked = kept.current
      const read = await readClaim(token)
      // An answer from before a claim would show the form again.
      if (!isGone && read !== undefined && asked === kept.current) setClaim(read)
    }
    const timer = setInterval(() => void look(), whileOpenMs)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [token, isOver])
  const keep = (claimed: RefundClaim) => {
    kept.current += 1
    setClaim(claimed)
  }
  return { claim, keep }
}

/** Undefined when no answer came. The page continues with what it knows. */
const readClaim = async (token: string): Promise<RefundClaim | null | undefined> => {
  try {
    return await ask(viewRefund, { body: { token } })
  } catch (error) {
    return error instanceof ApiError && (error.status === 404 || error.status === 400) ? null : undefined
  }
}
