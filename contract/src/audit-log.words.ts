/** The words of the audit log, on screens and in files. */

type Subject = {
  act: string
  subjectKind: string | null
  subjectId: string | null
  detail: Readonly<Record<string, unknown>>
}
type Actor = { actorEmail: string | null; actorKind: keyof typeof actorNames; actorId: number | null }

/** `merchant-user-created` is shown as "Merchant user created". */
export const nameOfActivity = (act: string): string => plainNames[act] ?? inWords(act)

/** A stored name such as `api-key-created` as people write it. */
const inWords = (name: string): string =>
  capitalize(name.replace(/api-key|lightning-address|loop-out|-/g, (part) => terms[part] ?? ' '))

const terms: Record<string, string> = {
  'api-key': 'API key',
  'lightning-address': 'Lightning Address',
  'loop-out': 'loop-out',
}

export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const plainNames: Record<string, string> = {
  'fees-announced': 'Fee change scheduled',
  'fees-withdrawn': 'Fee change canceled',
  'invoice-marked-settled': 'Invoice marked as paid',
  'invoice-resent': 'Invoice emailed again',
  'mail-dropped': 'Email discarded',
  'email-address-shown': 'Email address shown',
  'mail-retried': 'Email retried',
  'loop-out-cancelled': 'Loop-out canceled',
  'merchant-user-removed': 'Merchant user deleted',
  'platform-spending-decided': 'Payment of the platform wallet explained',
  'recovery-codes-renewed': 'Recovery codes replaced',
  'recovery-words-read': 'Recovery phrase revealed',
  'refund-approved': 'Refund approved',
  'refund-called-off': 'Refund canceled',
  'refund-offered': 'Refund created',
  'send-called-off': 'Payout canceled',
  'send-resolved': 'Payout resolved',
  'restore-started': 'Review of a restore started',
  'restored-payment-decided': 'Payment decided after a restore',
  'restored-transaction-recorded': 'Transaction recorded after a restore',
  'send-retried': 'Payout retried',
  'sessions-ended': 'Sessions signed out',
  'store-adopted': 'Store connected',
  'move-requested': 'Move to another payment server requested',
  'move-canceled': 'Move to another payment server canceled',
  'merchant-moved': 'Moved to another payment server',
  'former-store-done': 'Former store done',
  'own-keys-requested': 'Own wallet connected',
  'own-keys-leave-requested': 'End of own wallet requested',
  'own-keys-canceled': 'Change of wallet canceled',
  'own-keys-changed': 'Wallet changed',
  'signature-handed-in': 'Signature handed in',
  'signing-canceled': 'Payment to sign canceled',
  'fee-raised': 'Network fee raised',
  'signing-canceled-for-sure': 'Cancellation for sure requested',
  'store-read': 'Store synced',
  'team-user-invited': 'User invited',
  'two-factor-disabled': '2FA disabled',
  'two-factor-enabled': '2FA enabled',
  'two-factor-paused': '2FA paused',
  'two-factor-reset': '2FA reset',
  'withdrawal-cancelled': 'Withdrawal canceled',
}

export const actorNames = {
  admin: 'Admin',
  merchant: 'Merchant',
  'merchant-user': 'Merchant user',
  partner: 'Partner',
  'api-key': 'API key',
  'till-device': 'Till device',
  system: 'System',
  anonymous: 'Not signed in',
}

/** An email address, or the ID of an API key. */
export const actorOf = ({ actorEmail, actorKind, actorId }: Actor) =>
  actorEmail ?? (actorKind === 'api-key' ? `API key ${actorId}` : actorNames[actorKind])

/** "Withdrawal 24". A send is named after the money that it moves. */
export const subjectOf = (act: Subject): string | undefined => {
  if (act.subjectKind === null) return undefined
  const name =
    act.subjectKind === 'send' ? nameOfSend(act) : (subjectNames[act.subjectKind] ?? inWords(act.subjectKind))
  return act.subjectId === null ? name : `${name} ${act.subjectId}`
}

const nameOfSend = ({ act, detail }: Pick<Subject, 'act' | 'detail'>): string => {
  if (act.startsWith('withdrawal-')) return 'Withdrawal'
  if (act.startsWith('partner-withdrawal-')) return 'Partner payout'
  return sendNames[String(detail.kind)] ?? 'Payout'
}

export const sendNames: Record<string, string> = {
  withdrawal: 'Withdrawal',
  payout: 'Partner payout',
  refund: 'Refund',
  'loop-out': 'Loop-out payment',
  sweep: 'Fee collection',
  cancel: 'Cancellation',
}

/** Stored names that people don't know. */
const subjectNames: Record<string, string> = {
  'fee-schedule': 'Fee change',
  letter: 'Email',
  'till-cashier': 'Cashier',
  'till-refund': 'Refund request',
}
