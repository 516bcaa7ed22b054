import type { Letter } from '../mail/email-template.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { getMerchantSettings } from '../merchants/table.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'

/** To who did it, and to the owner, who may not know. */
export const mailManagers = async (tx: Tx, person: MerchantPerson, letter: Letter) => {
  const { email } = await getMerchantSettings(tx, person.merchantId)
  for (const to of new Set([person.email, email])) await queueMail(tx, { to, ...letter })
}
