const delayed = 'It takes longer than usual. It is tried again until it is through, and paid once.'

/** What is written down about a send on its way is for operators. Who waits for it is told that it is looked after. */
export const problemOfSend = ({ status, problem }: { status: string; problem: string | null }) =>
  problem === null || status === 'failed' || status === 'cancelled' ? problem : delayed
