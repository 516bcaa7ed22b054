import type { BuildTransaction, Chain, WalletCoin } from '../../engine/engine.ts'
import { parseDecimal, SATOSHI } from '../../engine/rates/decimal.ts'
import { invalid, invalidField, type Problem } from '../errors.ts'
import type { FieldReader } from '../read-fields.ts'

type Surroundings = {
  chain: Pick<Chain, 'addressToScript'>
  coins(): WalletCoin[]
  defaultSatPerKvb: number
}

/** Transactions below one satoshi per virtual byte aren't relayed. */
const MIN_SAT_PER_KVB = 1000

/** Reads and validates a send request, with the field names of BTCPay's errors. */
export const readSend = (body: FieldReader, { chain, coins, defaultSatPerKvb }: Surroundings): BuildTransaction => {
  const feeRate = body.number('feeRate')
  const noChange = body.flag('noChange') ?? false
  const selected = body.texts('selectedInputs')
  const excludeUnconfirmed = body.flag('excludeUnconfirmed') ?? false
  const destinations = (body.objects('destinations') ?? []).map((item) => ({
    destination: item.text('destination') ?? '',
    amount: item.decimal('amount'),
    subtractFee: item.flag('subtractFromAmount') ?? false,
  }))
  body.check()

  if (destinations.length === 0) throw invalidField('Destinations', 'At least one destination must be specified')
  const problems: Problem[] = []
  if (feeRate !== undefined && feeRate * 1000 < MIN_SAT_PER_KVB) {
    problems.push({ path: 'FeeRate', message: 'FeeRate must be at least 1 sat/vB' })
  }
  if (selected?.length === 0) problems.push({ path: 'SelectedInputs', message: 'No input is selected' })
  if (selected && excludeUnconfirmed) {
    problems.push({ path: 'ExcludeUnconfirmed', message: 'Cannot be used together with SelectedInputs' })
  }
  const outputs = destinations.map((destination, at) => readOutput(chain, destination, `Destinations[${at}]`, problems))
  if (destinations.filter((destination) => destination.subtractFee).length > 1) {
    for (const [at, destination] of destinations.entries()) {
      if (!destination.subtractFee) continue
      const message = 'You can only subtract fees from one destination'
      problems.push({ path: `Destinations[${at}].SubtractFromAmount`, message })
    }
  }
  if (problems.length > 0) throw invalid(...problems)

  const selectedOutpoints = selected?.map((text) => text.replace('-', ':').toLowerCase())
  const known = coins()
  const unknown = selectedOutpoints?.find((outpoint) => !known.some((coin) => coin.outpoint === outpoint))
  if (unknown) throw invalidField('SelectedInputs', `Input ${unknown} could not be found`)
  const available = known
    .filter((coin) => !selectedOutpoints || selectedOutpoints.includes(coin.outpoint))
    .filter((coin) => !excludeUnconfirmed || coin.confirmations > 0)
    .reduce((sum, coin) => sum + coin.amountSats, 0n)
  const sum = outputs.reduce((total, output) => total + output.amountSats, 0n)
  if (sum > available) {
    throw invalidField('Destinations', 'You are attempting to send more than is available')
  }
  if (sum === available && !outputs.some((output) => output.subtractFee)) {
    throw invalidField(
      'Destinations',
      'You are sending your entire balance, you should subtract the fees from a destination',
    )
  }
  return {
    outputs,
    noChange,
    satPerKvb: feeRate === undefined ? defaultSatPerKvb : Math.ceil(feeRate * 1000),
    // Excluding unconfirmed coins only affects the check above: BTCPay selects from all of them.
    ...(selectedOutpoints ? { selectedOutpoints } : {}),
  }
}

type Destination = { destination: string; amount: string | undefined; subtractFee: boolean }

const readOutput = (chain: Surroundings['chain'], wanted: Destination, path: string, problems: Problem[]) => {
  const complain = (message: string) => {
    problems.push({ path, message })
    return { script: '', amountSats: 0n, subtractFee: wanted.subtractFee }
  }
  const uri = /^bitcoin:([^?]+)(?:\?(.*))?$/i.exec(wanted.destination)
  const address = uri?.[1] ?? wanted.destination
  const uriAmount = new URLSearchParams(uri?.[2] ?? '').get('amount') ?? undefined
  if (uriAmount !== undefined && wanted.subtractFee) {
    return complain("A BIP21 destination with an amount can't be used together with subtractFromAmount")
  }
  const script = chain.addressToScript(address)
  if (script === undefined) return complain('Invalid destination')
  const amount = wanted.amount ?? uriAmount
  const value = amount === undefined ? undefined : parseDecimal(amount)
  if (value === undefined || value <= 0n)
    return complain('Amount must be specified or destination must be a BIP21 payment link, and greater than 0')
  if (value % SATOSHI !== 0n) return complain('The amount has more than 8 decimals')
  return { script, amountSats: value / SATOSHI, subtractFee: wanted.subtractFee }
}
