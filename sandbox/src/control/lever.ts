import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import { parseDecimal, plainNumber, SATOSHI } from '../engine/rates/decimal.ts'
import type { Btcpay } from '../greenfield/btcpay.ts'
import type { Faults } from '../greenfield/faults.ts'

/** Why a lever was refused, for the person who pulled it. */
export class LeverRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type LeverContext = {
  engine: Engine
  btcpay: Btcpay
  faults: Faults
  /** Starts or stops the timer that mines blocks automatically. */
  automine(seconds: number): void
}

/** Something that a person or a test can do to the sandbox: a strict input and a function. */
export type Lever<I extends z.ZodType = z.ZodType, O = unknown> = {
  input: I
  run(context: LeverContext, input: z.output<I>): O | Promise<O>
}

export const lever = <I extends z.ZodType, O>(
  input: I,
  run: (context: LeverContext, input: z.output<I>) => O | Promise<O>,
): Lever<I, O> => ({ input, run })

/** Bitcoins as plain decimal text. A JSON number is read as the text it prints. */
export const btcInput = z
  .union([z.string().max(30), z.number()])
  .transform((value) => (typeof value === 'number' ? (plainNumber(value) ?? '') : value))

export const requireSats = (amountBtc: string): bigint => {
  const value = parseDecimal(amountBtc)
  if (value === undefined || value <= 0n || value % SATOSHI !== 0n) {
    throw new LeverRefusal(400, 'The amount must be a positive number of bitcoin with at most 8 decimals.')
  }
  return value / SATOSHI
}

export const formatBtc = (sats: bigint): string => {
  const absolute = sats < 0n ? -sats : sats
  const text = absolute.toString().padStart(9, '0')
  return `${sats < 0n ? '-' : ''}${text.slice(0, -8)}.${text.slice(-8)}`
}
