/** The rules of Bitcoin's regression-test network, as in bitcoind -regtest. */
export const regtest = {
  addresses: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  /** tprv and tpub. */
  bip32: { private: 0x04358394, public: 0x043587cf },
  lightningPrefix: 'lnbcrt',
  bits: 0x207fffff,
  target: 0x7fffff0000000000000000000000000000000000000000000000000000000000n,
  blockVersion: 0x20000000,
  halvingInterval: 150,
  coinbaseMaturity: 100,
  maxBlockWeight: 4_000_000,
  maxSats: 2_100_000_000_000_000n,
  genesis: {
    hash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    version: 1,
    previousHash: '0'.repeat(64),
    merkleRoot: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    timeSeconds: 1_296_688_602,
    nonce: 2,
    coinbaseHex:
      '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  },
} as const

export const blockSubsidySats = (height: number): bigint => {
  const halvings = Math.floor(height / regtest.halvingInterval)
  return halvings >= 64 ? 0n : 5_000_000_000n >> BigInt(halvings)
}
