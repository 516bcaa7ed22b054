import { purposes } from '@bitquay/contract/transactions'

type Purpose = (typeof purposes)[number]

/** The filters with few values, as the API names them. */
export type ClassFilter = {
  purpose?: Purpose | undefined
  type?: 'incoming' | 'outgoing' | undefined
  status?: 'confirmed' | 'unconfirmed' | 'failed' | undefined
  method?: 'BTC' | 'BTC-LN' | undefined
  invoices?: 'true' | 'false' | undefined
}

export type TransactionClass = Required<{ [Key in keyof ClassFilter]: NonNullable<ClassFilter[Key]> }> & {
  booked: boolean
}

/** Every class at its number, as in the database function `transaction_class`. */
export const transactionClasses: readonly TransactionClass[] = (['incoming', 'outgoing'] as const).flatMap((type) =>
  purposes.flatMap((purpose) =>
    (['unconfirmed', 'confirmed', 'failed'] as const).flatMap((status) =>
      (['BTC', 'BTC-LN'] as const).flatMap((method) =>
        (['false', 'true'] as const).flatMap((invoices) =>
          [false, true].map((booked) => ({ type, purpose, status, method, invoices, booked })),
        ),
      ),
    ),
  ),
)

/** The classes that a filter wants. Undefined when it wants all of them. */
export const classesOf = ({ purpose, type, status, method, invoices }: ClassFilter): number[] | undefined => {
  const wanted = Object.entries({ purpose, type, status, method, invoices }).filter(([, value]) => value !== undefined)
  if (wanted.length === 0) return undefined
  return transactionClasses.flatMap((each, number) =>
    wanted.every(([name, value]) => each[name as keyof TransactionClass] === value) ? [number] : [],
  )
}

export type Total = 'payments' | 'pendingPayments' | 'sent'

/**
 * The total that a class counts in. Failed payments and sends moved no money. Collected fees and loop-outs move the
 * merchant's own money.
 */
export const totalOf = ({
  type,
  purpose,
  status,
  booked,
}: Pick<TransactionClass, 'type' | 'purpose' | 'status' | 'booked'>): Total | undefined => {
  if (type === 'incoming' && (purpose === 'invoice' || purpose === 'deposit')) {
    if (booked) return 'payments'
    return status === 'failed' ? undefined : 'pendingPayments'
  }
  const isSent = type === 'outgoing' && (purpose === 'withdrawal' || purpose === 'refund' || purpose === 'outside')
  return isSent && status !== 'failed' ? 'sent' : undefined
}
