import type { FastifyInstance, FastifyReply } from 'fastify'
import { addressToScript } from '../engine/chain/scripts.ts'
import type { BlockRecord, Engine } from '../engine/engine.ts'
import { transactionCounter } from './count-transactions.ts'
import { describeStatus, describeTransaction } from './describe-transaction.ts'

/**
 * The parts of Esplora's HTTP API for transactions, addresses and blocks. Register it under a prefix: `app.register(explorer, {
 * engine, prefix: '/explorer/api' })`. Nothing is returned before it is on the disk.
 */
export const explorer = async (
  app: FastifyInstance,
  { engine }: { engine: Pick<Engine, 'chain' | 'store'> },
): Promise<void> => {
  const { chain, store } = engine
  app.addHook('onSend', async () => store.synced())
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )

  app.get<{ Params: { txid: string } }>('/tx/:txid', (request, reply) => {
    const { txid } = request.params
    if (!isHash(txid)) return refuse(reply, 400, 'Invalid hex string')
    const found = describeTransaction(chain, txid.toLowerCase())
    return found ? reply.send(found) : refuse(reply, 404, 'Transaction not found')
  })
  app.get<{ Params: { txid: string } }>('/tx/:txid/hex', (request, reply) => {
    const { txid } = request.params
    if (!isHash(txid)) return refuse(reply, 400, 'Invalid hex string')
    const hex = chain.confirmations(txid) === undefined ? undefined : chain.transaction(txid)?.hex
    return hex === undefined ? refuse(reply, 404, 'Transaction not found') : text(reply, hex)
  })
  app.get<{ Params: { txid: string } }>('/tx/:txid/status', (request, reply) => {
    const { txid } = request.params
    return isHash(txid) ? reply.send(describeStatus(chain, txid)) : refuse(reply, 400, 'Invalid hex string')
  })
  app.get<{ Params: { txid: string } }>('/tx/:txid/outspends', (request, reply) => {
    const { txid } = request.params
    const transaction = chain.confirmations(txid) === undefined ? undefined : chain.parsed(txid)
    if (!transaction) return refuse(reply, 404, 'Transaction not found')
    return reply.send(transaction.outputs.map((_, vout) => describeSpend(txid, vout)))
  })
  app.get<{ Params: { txid: string; vout: string } }>('/tx/:txid/outspend/:vout', (request, reply) => {
    const { txid, vout } = request.params
    return isHash(txid) && /^\d+$/.test(vout)
      ? reply.send(describeSpend(txid, Number(vout)))
      : refuse(reply, 400, 'Invalid hex string')
  })
  app.post('/tx', (request, reply) => {
    const { body } = request
    const outcome = chain.broadcast(typeof body === 'string' ? body.trim() : '')
    if (outcome.ok) return text(reply, outcome.txid)
    const { rpcCode: code, message } = outcome
    return refuse(reply, 400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`)
  })

  const countTransactions = transactionCounter(engine)
  app.get<{ Params: { address: string } }>('/address/:address', (request, reply) => {
    const { address } = request.params
    const script = addressToScript(address)
    if (script === undefined) return refuse(reply, 400, 'Invalid Bitcoin address')
    const counts = countTransactions(script)
    return reply.send({
      address,
      chain_stats: { tx_count: counts.chain },
      mempool_stats: { tx_count: counts.mempool },
    })
  })

  app.get('/blocks/tip/height', (_request, reply) => text(reply, `${chain.tip().height}`))
  app.get('/blocks/tip/hash', (_request, reply) => text(reply, chain.tip().hash))
  app.get<{ Params: { height: string } }>('/block-height/:height', (request, reply) => {
    const { height } = request.params
    if (!/^\d+$/.test(height)) return refuse(reply, 400, 'Invalid number')
    const block = chain.blockAtHeight(Number(height))
    return block ? text(reply, block.hash) : refuse(reply, 404, 'Block not found')
  })
  app.get<{ Params: { from?: string } }>('/blocks/:from?', (request) => {
    const { from } = request.params
    const top =
      from !== undefined && /^\d+$/.test(from) ? Math.min(Number(from), chain.tip().height) : chain.tip().height
    const blocks = Array.from({ length: Math.min(10, top + 1) }, (_, i) => chain.blockAtHeight(top - i))
    return blocks.filter((block) => block !== undefined).map(describeBlock)
  })
  app.get<{ Params: { hash: string } }>('/block/:hash', (request, reply) => {
    const block = chain.blockByHash(request.params.hash)
    return block ? reply.send(describeBlock(block)) : refuse(reply, 404, 'Block not found')
  })
  app.get<{ Params: { hash: string } }>('/block/:hash/txids', (request, reply) => {
    const block = chain.blockByHash(request.params.hash)
    return block ? reply.send(block.txids) : refuse(reply, 404, 'Block not found')
  })
  app.get<{ Params: { hash: string } }>('/block/:hash/status', (request, reply) => {
    const block = chain.blockByHash(request.params.hash)
    if (!block) return refuse(reply, 404, 'Block not found')
    if (!chain.isActive(block.hash)) return reply.send({ in_best_chain: false })
    const next_best = chain.blockAtHeight(block.height + 1)?.hash ?? null
    return reply.send({ in_best_chain: true, height: block.height, next_best })
  })

  app.get('/mempool/txids', () => chain.mempool().map(({ txid }) => txid))
  app.get('/mempool/recent', () =>
    chain.mempool({ take: 10 }).map(({ txid, feeSats, vsize }) => {
      const outputs = chain.parsed(txid)?.outputs ?? []
      const value = Number(outputs.reduce((sum, { amountSats }) => sum + amountSats, 0n))
      return { txid, fee: Number(feeSats), vsize, value }
    }),
  )
  app.get('/fee-estimates', () =>
    // Satoshis per virtual byte.
    Object.fromEntries(Object.entries(chain.feeRates()).map(([target, satPerKvb]) => [target, satPerKvb / 1000])),
  )

  function describeSpend(txid: string, vout: number) {
    const spender = chain.spenderOf(`${txid}:${vout}`)
    if (spender === undefined) return { spent: false }
    const vin = chain.parsed(spender)?.inputs.findIndex((input) => input.txid === txid && input.vout === vout)
    return { spent: true, txid: spender, vin, status: describeStatus(chain, spender) }
  }

  function describeBlock(block: BlockRecord) {
    return {
      id: block.hash,
      height: block.height,
      version: block.version,
      timestamp: block.timeSeconds,
      tx_count: block.txids.length,
      size: block.size,
      weight: block.weight,
      merkle_root: block.merkleRoot,
      previousblockhash: block.height === 0 ? null : block.previousHash,
      mediantime: chain.medianTime(block.hash),
      nonce: block.nonce,
      bits: block.bits,
      // What bitcoind reports for regtest's target.
      difficulty: 4.6565423739069247e-10,
    }
  }
}

const isHash = (txid: string): boolean => /^[0-9a-f]{64}$/i.test(txid)

const text = (reply: FastifyReply, body: string): FastifyReply => reply.type('text/plain').send(body)

const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply => text(reply.code(status), message)
