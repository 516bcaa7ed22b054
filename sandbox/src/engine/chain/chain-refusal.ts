/** A block or transaction that breaks a rule. The message is bitcoind's short reason. */
export class ChainRefusal extends Error {}
