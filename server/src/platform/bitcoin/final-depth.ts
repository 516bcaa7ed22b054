/** After this many blocks a transaction is no longer checked: no reorganization has ever been that deep. */
export const finalDepth = 100
