import { type BtcpayClient, msatsToSatsRoundedDown, type Outcome, parseMsats } from '@bitquay/btcpay'

/** What a node of the merchant's own holds in its channels, in whole satoshis. */
export const readNodeBalance = async (client: BtcpayClient, storeId: string): Promise<Outcome<bigint>> => {
  const told = await client.lightning.balance(storeId)
  if (told.kind !== 'ok') return told
  return { ...told, value: msatsToSatsRoundedDown(parseMsats(told.value.offchain?.local ?? '0')) }
}
