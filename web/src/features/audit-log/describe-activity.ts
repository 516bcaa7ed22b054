import type { Act } from '@bitquay/contract/act-log'

/** `fees-announced` is read as "Fees announced". */
export const nameOfActivity = (act: string): string => {
  const words = act.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

export const actorNames: Record<Act['actorKind'], string> = {
  admin: 'Admin',
  merchant: 'Merchant',
  'merchant-user': 'Merchant user',
  partner: 'Partner',
  'api-key': 'API key',
  system: 'The platform',
  anonymous: 'Not signed in',
}

/** Who acted: by their address, and a program by the number of its key. */
export const actorOf = ({ actorEmail, actorKind, actorId }: Pick<Act, 'actorEmail' | 'actorKind' | 'actorId'>) =>
  actorEmail ?? (actorKind === 'api-key' ? `${actorNames[actorKind]} ${actorId}` : actorNames[actorKind])

/** `amountSats` is read as "amount sats"; a value that says nothing is left out. */
export const detailsOf = (detail: Act['detail']): { name: string; value: string }[] =>
  Object.entries(detail).flatMap(([name, value]) =>
    value === null || value === ''
      ? []
      : [{ name: name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), value: wordOf(value) }],
  )

const wordOf = (value: string | number | boolean) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

export const subjectOf = ({ subjectKind, subjectId }: Act): string | undefined =>
  subjectKind === null ? undefined : `${subjectKind.replaceAll('-', ' ')}${subjectId === null ? '' : ` ${subjectId}`}`
