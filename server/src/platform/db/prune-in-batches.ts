const rowsAtOnce = 1000
const mostBatches = 50

/**
 * Deletes in small batches, each its own statement, so that no lock is held for long. What is left is deleted by the next
 * run.
 */
export const pruneInBatches = async (deleteSome: (most: number) => Promise<number>): Promise<void> => {
  for (let batch = 0; batch < mostBatches; batch++) {
    if ((await deleteSome(rowsAtOnce)) < rowsAtOnce) return
  }
}
