/** Blocks after which a transaction is no longer looked at: no reorganisation has ever been that deep. */
export const finalDepth = 100
